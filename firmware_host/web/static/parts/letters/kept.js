/**
 * A player's notes in this browser, which are never sent.
 *
 * Notes are stored for this tab only. They are deleted with their round, when the phone leaves,
 * when the game or the lesson ends, and when the tab is closed.
 */
import { useEffect, useState } from "../../vendor/preact.js";

/** The storage key of the notes: `{name: value}`. */
const KEPT = "letterzone-kept";

/** Return all notes; none in a browser without storage. */
function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** Return the notes under a name; an empty object for none. */
export const kept = (name) => read()[name] ?? {};

/** Store notes under a name, replacing earlier ones. */
export function keep(name, value) {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...read(), [name]: value }));
  } catch {
    // without storage nothing is noted
  }
}

/** Delete all notes. */
export function forget() {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // without storage there are none
  }
}

// --- whether impossible letters are pale: a help that players can switch off ---

/** The storage key for "no letter is pale". */
const NO_HELP = "letterzone-no-help";

/** The components to update after a change. */
const watchers = new Set();

/** Return whether impossible letters are pale, and a function to change it; this browser stores it. */
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
