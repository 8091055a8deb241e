/** The position of WQRDLES in one text, for screen readers. */
import { say } from "../../parts/words.js";
import { foundWord, inWords, nameOf, rowsAbout } from "./grid.js";

/** Return who is awaited, and the newest row about each hidden word. */
export function stands(state) {
  const { view, players, line } = state;
  const words = view.seats.map((seat) => {
    const name = nameOf(players, seat), word = foundWord(view, seat), rows = rowsAbout(view, seat), newest = rows.at(-1);
    if (word) return say("web-wqrdles-stands-found", { name, word });
    if (!newest) return "";
    const clue = newest.clue && say(newest.clue === ">" ? "web-wqrdles-later" : "web-wqrdles-earlier");
    return `${say("web-wqrdles-stands-row", { name, n: rows.length, word: newest.word })} ${[inWords(newest.word, newest.marks), clue].filter(Boolean).join("; ")}.`;
  });
  return [say("web-round-n", { n: view.round }), line, ...words].filter(Boolean).map((one) => one.replace(/[^.!?]$/, "$&.")).join(" ");
}
