/** What the one on turn is waited for; and, once a word is out, who had it in mind. */
import { say } from "./words.js";

/** The seat of the board, where it makes the word. */
export const BOARD = -1;

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
 * Return what came of Decipher's last guess, as long as nothing was tapped since: that it
 * was wrong, or, in a new round, who had found the word of the one before; else "".
 *
 * @param {object} state How things stand.
 */
export function guessed({ game, view, players }) {
  if (game !== "decipher" || !view || view.last || view.waiting || view.over) return "";
  const named = (seat) => players.find((one) => one.seat === seat)?.name ?? "";
  const guess = view.guesses.at(-1);
  if (guess) return say("guess-wrong", { name: named(guess[0]), word: guess[1] });
  const round = view.results.at(-1);
  if (!round) return "";
  const { word, guessed_by: by } = round;
  return by === null ? say("round-unguessed", { word }) : say("round-guessed", { name: named(by), word });
}

/** Return how many had the word in the end, and after which piece; empty for nobody. */
export function hunched(hunches) {
  const last = hunches.at(-1);
  return last ? say(last.count === 1 ? "web-hunch-one" : "web-hunches", last) : "";
}
