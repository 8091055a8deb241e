/** Whether letters that cannot be are pale: a help that a browser can do without. */
import { useEffect, useState } from "../../vendor/preact.js";

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
