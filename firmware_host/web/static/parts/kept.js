/**
 * What a player writes down for oneself: in this tab of this phone alone, and never sent.
 *
 * It is gone with its round, when the phone leaves, when the game or the lesson ends, and
 * when the tab is closed.
 */

/** Where it lies: `{name: value}`. */
const KEPT = "letterzone-kept";

/** Return what is written down under some name; an empty object where nothing is. */
export const kept = (name) => JSON.parse(sessionStorage.getItem(KEPT) ?? "{}")[name] ?? {};

/** Write something down, in place of what stood there. */
export function keep(name, value) {
  const all = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  sessionStorage.setItem(KEPT, JSON.stringify({ ...all, [name]: value }));
}

/** Rub out all of it. */
export const forget = () => sessionStorage.removeItem(KEPT);
