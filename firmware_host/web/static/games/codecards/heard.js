/** What is heard of Code cards: a turn's answers, zone by zone, and whose turn it is. */
import { event, named } from "../../parts/sound/sound.js";
import { other, row } from "./table.js";

/** The answers of a turn, always from the board's left; nothing where none was given. */
function happened(was, is) {
  if (is.fresh === null || is.fresh === was.fresh) return [];
  const cells = row(is, other(is.fresh)).filter((cell) => cell.top).sort((one, two) => one.zone - two.zone);
  const words = cells.flatMap((cell) => [`zone-${cell.zone}`, cell.penny ? "hit" : "no-hit"]);
  return [event(cells.some((cell) => cell.penny) ? "yes" : "no", ...words)];
}

/** Whose turn it is now, where that is somebody else's than before. */
function next(was, is, { players }) {
  if (is.waiting || is.over || (was.turn === is.turn && !was.waiting)) return [];
  return [event("turn", named("turn", is.turn, players) ?? "turn-next")];
}

export const heard = { happened, next };
