/**
 * What this browser keeps of a player, and never sends.
 *
 * Notes are in this tab alone. They are gone with their round, when the phone leaves, when
 * the game or the lesson ends, and when the tab is closed.
 */
import { useEffect, useState } from "../../vendor/preact.js";

/** Where the notes lie: `{name: value}`. */
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

// --- whether letters that cannot be are pale: a help that a browser can do without ---

/** Where this browser keeps that its players want no letter to be pale. */
const NO_HELP = "letterzone-no-help";

/** What is told of a change, wherever on the page it was made. */
const watchers = new Set();

/** Return whether letters that cannot be are pale, and what turns that on and off; this browser remembers it. */
export function useHelp() {
  const [help, set] = useState(() => localStorage.getItem(NO_HELP) === null);
  useEffect(() => {
    watchers.add(set);
    return () => watchers.delete(set);
  }, []);
  const turn = (on) => {
    if (on) localStorage.removeItem(NO_HELP);
    else localStorage.setItem(NO_HELP, "1");
    for (const told of watchers) told(on);
  };
  return [help, turn];
}
