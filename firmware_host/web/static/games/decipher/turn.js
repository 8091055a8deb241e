/** What the one on turn is waited for, what has just come of it, and who had the word in mind. */
import { guessed, say } from "../../parts/words.js";

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

/** What is to be done, in few words and without a name. */
const SENTENCES = {
  take: "web-do-take", place: "web-do-place", asked: "web-do-wait", bonus: "web-do-bonus", guess: "web-do-guess", wait: "web-do-wait",
};

/** Return what whoever is on turn, or makes the word, has to do. */
export const sentence = (view) => say(view.waiting ? "web-do-secret" : SENTENCES[task(view)]);

/**
 * Return what came of the last tap or guess, as long as nothing was done since; else how
 * the last word ended, while its zones still show it.
 *
 * @param {object} state How things stand.
 */
export function told(state) {
  const { view, players } = state;
  if (!view || view.waiting || view.over) return view ? state.note : "";
  const named = (seat) => players.find((one) => one.seat === seat)?.name ?? "";
  if (hinted(state)) return hinted(state);
  if (view.last) return say(view.last[1] ? "web-said-yes" : "web-said-no", { n: view.last[0] });
  const guess = view.guesses.at(-1);
  return guess ? say("guess-wrong", { name: named(guess[0]), word: guessed(state, guess[1]) }) : stays(state);
}

/** Return what the last hint has told, until something is answered; else "". */
export const hinted = ({ note, note_code: code }) => (code.startsWith("hint-") ? note : "");

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
