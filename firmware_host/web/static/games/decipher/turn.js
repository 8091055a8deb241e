/** What the one on turn is waited for; and, once a word is out, who had it in mind. */
import { say } from "../../parts/words.js";

/**
 * Return what a round waits for: "take", "place", "asked", "bonus", "guess" or "wait".
 *
 * @param {object} view The game as everybody may see it.
 */
export function task(view) {
  if (view.holding) return "place";
  if (view.asked) return "asked";
  if (view.bonus_mode) return view.hidden ? "bonus" : "guess";
  return view.hand === "confirm" || view.board_plays ? "wait" : "take";
}

/**
 * Return what the board says of the last word while its zones still show it, though the
 * next one is made already; else "".
 *
 * @param {object} state How things stand.
 */
export function stays({ view, zones, status }) {
  return !view.waiting && !view.over && zones.some((face) => face.letter) ? status : "";
}

/** Return which round it is, of how many; nothing where none was finished before the end. */
export const rounds = ({ round: n, rounds: of }) => (of ? [say("web-round", { n, of })] : []);

/** Return how many had the word in the end, and after which piece; empty for nobody. */
export function hunched(hunches) {
  const last = hunches.at(-1);
  return last ? say(last.count === 1 ? "web-hunch-one" : "web-hunches", last) : "";
}
