/** When a game was played: its date where the board knew one, else the evening's number. */
import { say } from "../words.js";

/**
 * Return when it was, in the reader's own time; "" where nobody can tell.
 *
 * @param {object} game
 * @param {number|null} game.began_s Seconds since 1970, UTC; null where no clock was known.
 * @param {number} game.evening The number of the board's evening; 0 for none.
 */
export function when({ began_s: began, evening }) {
  const { lang } = document.documentElement;
  const spoken = navigator.language.startsWith(lang) ? navigator.language : lang; // "en" alone writes as in America
  if (began !== null && began !== undefined) return new Date(began * 1000).toLocaleDateString(spoken, { dateStyle: "long" });
  return evening ? say("web-evening", { n: evening }) : "";
}
