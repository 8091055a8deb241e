/** What the one on turn is waited for. */

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
