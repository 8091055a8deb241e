/** The time of a game: its date if the board knew it, else the number of the evening. */
import { say } from "../words.js";

/**
 * Return the date of a game in the reader's time zone; "" if it is unknown.
 *
 * @param {object} game
 * @param {number|null} game.began_s Seconds since 1970, UTC; null without a clock.
 * @param {number} game.evening The number of the board's evening; 0 for none.
 */
export function when({ began_s: began, evening }) {
  const { lang } = document.documentElement;
  const spoken = navigator.language.startsWith(lang) ? navigator.language : lang; // "en" alone is formatted as in America
  if (began !== null && began !== undefined) return new Date(began * 1000).toLocaleDateString(spoken, { dateStyle: "long" });
  return evening ? say("web-evening", { n: evening }) : "";
}
