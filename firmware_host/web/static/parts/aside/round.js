/** How a round has ended, for the pages that everybody looks at. */
import { say } from "../words.js";

/** Who has found the word of the last round, if anybody has, and the sentence that says so. */
export function lastRound({ view, players }) {
  const { guessed_by: finder } = view.results.at(-1);
  const sitter = players.find((one) => one.seat === finder);
  return { sitter, what: finder === null ? say("web-round-lost") : say("web-round-found", { name: sitter?.name ?? "" }) };
}
