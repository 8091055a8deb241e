/**
 * What a player writes down for oneself: in this tab of this phone alone, and never sent.
 *
 * It is gone with its round, when the phone leaves, when the game or the lesson ends, and
 * when the tab is closed.
 */

/** Where it lies: `{name: value}`. */
const KEPT = "letterzone-kept";

/** Return all of it; nothing in a browser that keeps nothing. */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** Return what is written down under some name; an empty object where nothing is. */
export const kept = (name) => read()[name] ?? {};

/** Write something down, in place of what stood there. */
export function keep(name, value) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...read(), [name]: value }));
  } catch {
    // then nothing is noted
  }
}

/** Rub out all of it. */
export function forget() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // there was nothing
  }
}
