/** The task of the player on turn, the result of the last action, and the hunches. */
import { guessed, say } from "../../parts/words.js";

/**
 * Return what a round waits for: "take", "place", "asked", "bonus", "guess" or "wait".
 *
 * @param {object} view The public view.
 */
export function task(view) {
  if (view.holding) return "place";
  if (view.asked) return "asked";
  if (view.bonus_mode) return view.hidden ? "bonus" : "guess";
  return view.hand === "confirm" || view.board_plays ? "wait" : "take";
}

/** The texts of the tasks, short and without a name. */
const SENTENCES = {
  take: "web-do-take", place: "web-do-place", asked: "web-do-wait", bonus: "web-do-bonus", guess: "web-do-guess", wait: "web-do-wait",
};

/** Return the task of the player on turn or of the maker. */
export const sentence = (view) => say(view.waiting ? "web-do-secret" : SENTENCES[task(view)]);

/**
 * Return the result of the last tap or guess, until the next action; else the end of the last round
 * while its word is still shown.
 *
 * @param {object} state The state document.
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

/** Return the last hint until the next answer; else "". */
export const hinted = ({ note, note_code: code }) => (code.startsWith("hint-") ? note : "");

/**
 * Return the board's sentence about the last word while it is still shown, even if the next word is
 * made already; else "".
 *
 * @param {object} state The state document.
 */
export function stays({ view, zones, status }) {
  return !view.waiting && !view.over && zones.some((face) => face.letter) ? status : "";
}

/** Return the number of the round; nothing if no round was finished before the end. */
export const rounds = ({ round: n, rounds: of }) => (of ? [say("web-round", { n, of })] : []);

/** Return how many players had the word as a hunch, and after which piece; "" for none. */
export function hunched(hunches) {
  const last = hunches.at(-1);
  return last ? say(last.count === 1 ? "web-hunch-one" : "web-hunches", last) : "";
}
