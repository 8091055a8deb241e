/** The scoresheet as it is in the box: a row for each round, a column for each player in turn order. */
import { Animal } from "../animals.js";
import { Symbol } from "../pieces.js";
import { BOARD } from "../ranks.js";
import { html } from "../../vendor/preact.js";
import { say } from "../words.js";

/** Return the columns of a game: its players, the board last where it makes the words. */
export const columns = ({ players, board_makes: board }) =>
  [...players, ...(board ? [{ seat: BOARD, name: say("web-the-board"), animal: "board" }] : [])];

/** A round's word, where its game has no way of its own to show it. */
const Plain = ({ result }) => result.word;

/** What a list by seat has of a column; the board is last in it. */
const of = (list, { seat }) => (seat === BOARD ? list.at(-1) : list[seat]);

/** The number that a cell has: as it counts. */
const Points = ({ points }) => html`${points}`;

/** What was put right, and why: below the table, for a mark beside the number says no more. */
function notesOf(game) {
  return game.results.flatMap(({ cells = [] }, at) => columns(game).flatMap((one) => {
    const cell = of(cells, one);
    return cell?.counted === undefined ? [] : [say("web-cell-note", { round: at + 1, name: one.name, n: cell.counted, note: cell.note })];
  }));
}

/**
 * @param {object} given
 * @param {object} given.game The game: `players`, `board_makes`, `results`, `totals`, `winners`, and how many `rounds` there will be.
 * @param {function} [given.Word] How the game shows a round's word.
 * @param {function} [given.Cell] What stands in a cell: told its `points`, its `cell`, `round` and `one`.
 */
export function Scoresheet({ game, Word = Plain, Cell = Points }) {
  const { results } = game, everybody = columns(game);
  const worded = !results.length || results.some((one) => one.word);
  const made = !results.length || results.some((one) => one.maker !== null);
  const found = results.some((one) => one.guessed_by !== null);
  const notes = notesOf(game);
  return html`<div class="table" tabindex="0" role="region" aria-label=${say("web-title-sheet")}><table class="scores">
      <thead><tr><th scope="col">${say("web-sheet-round")}</th>${worded && html`<th scope="col">${say("web-sheet-word")}</th>`}
        ${everybody.map((one) => html`<th scope="col" key=${one.seat}><${Animal} name=${one.animal || "board"} /><span>${one.symbol === "bot" && html`<${Symbol} name="bot" />`}${one.name}</span></th>`)}</tr></thead>
      <tbody>${Array.from({ length: Math.max(game.rounds ?? 0, results.length) }, (_, at) => {
        const result = results[at];
        return html`<tr key=${at}><th scope="row">${at + 1}</th>${worded && html`<td class="word">${result && html`<${Word} result=${result} />`}</td>`}
          ${everybody.map((one) => html`<td key=${one.seat} class=${result?.maker === one.seat ? "maker" : ""}>${result && html`
            ${result.words?.[one.seat] && html`<span class="word">${result.words[one.seat]}</span> `}
            <${Cell} points=${of(result.points, one)} cell=${of(result.cells ?? [], one)} round=${at + 1} one=${one} />
            ${result.maker === one.seat && html`<${Sign} sign="✎" means="web-makes" />`}
            ${result.guessed_by === one.seat && html`<${Sign} sign="★" means="web-sheet-found" />`}`}</td>`)}</tr>`;
      })}</tbody>
      <tfoot><tr><th scope="row" colspan=${worded ? 2 : 1}>${say("web-sheet-total")}</th>
        ${everybody.map((one) => html`<td key=${one.seat} class=${game.winners?.includes(one.seat) ? "won" : ""}><b>${of(game.totals, one)}</b></td>`)}</tr></tfoot>
    </table></div>
    ${(made || found) && html`<p class="small key">${[...(made ? [`✎ ${say("web-makes")}`] : []), `★ ${say("web-sheet-found")}`].join(" · ")}</p>`}
    ${game.board_makes && game.players.length > 1 && html`<p class="small">${say("web-the-board")}: ${say("web-board-aside")}</p>`}
    ${notes.length > 0 && html`<ul class="notes small">${notes.map((note) => html`<li key=${note}>* ${note}</li>`)}</ul>`}`;
}

/** A sign beside a number; what it means stands below the table. */
const Sign = ({ sign, means }) => html`<span class="sign" title=${say(means)}><i aria-hidden="true">${sign}</i><span class="unseen"> ${say(means)}</span></span>`;
