/** The result of a round, for public pages. */
import { say } from "../words.js";

/** Return the player who found the last word, if any, and the sentence about it. */
export function lastRound({ view, players }) {
  const { guessed_by: finder } = view.results.at(-1);
  const sitter = players.find((one) => one.seat === finder);
  return { sitter, what: finder === null ? say("web-round-lost") : say("web-round-found", { name: sitter?.name ?? "" }) };
}
