/** The scoresheet of the box: a row for each round, a column for each player in turn order. */
import { Animal } from "../animals.js";
import { Symbol } from "../pieces.js";
import { BOARD } from "../ranks.js";
import { html } from "../../vendor/preact.js";
import { say } from "../words.js";

/** Return the columns of a game: its players, the board last if it makes the words. */
export const columns = ({ players, board_makes: board }) =>
  [...players, ...(board ? [{ seat: BOARD, name: say("web-the-board"), animal: "board" }] : [])];

/** A round's word, for games that do not draw it themselves. */
const Plain = ({ result }) => result.word;

/** Return a column's value in a list by seat, in which the board is last. */
const of = (list, { seat }) => (seat === BOARD ? list.at(-1) : list[seat]);

/** The number of a cell. */
const Points = ({ points }) => html`${points}`;

/** Return the notes about corrected points, for a list below the table. */
function notesOf(game) {
  return game.results.flatMap(({ cells = [] }, at) => columns(game).flatMap((one) => {
    const cell = of(cells, one);
    return cell?.counted === undefined ? [] : [say("web-cell-note", { round: at + 1, name: one.name, n: cell.counted, note: cell.note })];
  }));
}

/**
 * @param {object} given
 * @param {object} given.game The game: `players`, `board_makes`, `results`, `totals`, `winners`, and the number of `rounds`.
 * @param {function} [given.Word] Draws a round's word.
 * @param {function} [given.Cell] Draws a cell, given `points`, `cell`, `round` and `one`.
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

/** A sign beside a number; its meaning stands below the table. */
const Sign = ({ sign, means }) => html`<span class="sign" title=${say(means)}><i aria-hidden="true">${sign}</i><span class="unseen"> ${say(means)}</span></span>`;
