/** The scoresheet as in the box: a row for each round, a column for each player. */
import { BOARD } from "./turn.js";
import { html, render } from "./vendor/preact.js";
import { loadWords, say } from "./words.js";

/** Fetch the game that is on the table, or an earlier one: `?game=7`. */
async function read() {
  const game = new URLSearchParams(location.search).get("game");
  const language = document.documentElement.lang;
  const path = game ? `/api/history/${encodeURIComponent(game)}` : "/api/state?as=wall";
  const answer = await fetch(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
  if (!answer.ok) return null;
  const found = await answer.json();
  return { ...(found.view ?? found), players: found.players, board: found.view?.board_plays ?? found.board_makes };
}

/** Return the columns: seats in turn order, the board last where it makes the words. */
function columns({ players, totals, results }) {
  const board = totals.length > players.length || results.some((one) => one.maker === BOARD);
  return [...players, ...(board ? [{ seat: BOARD, name: say("web-the-board") }] : [])];
}

function Sheet({ game }) {
  const everybody = columns(game);
  const points = (list, { seat }) => (seat === BOARD ? list.at(-1) : list[seat]);
  const note = ({ cells = [] }, { seat }) => (seat === BOARD ? cells.at(-1) : cells[seat])?.note;
  const notes = game.results.flatMap((result, at) => everybody.flatMap((one) => {
    const text = note(result, one);
    return text ? [say("web-sheet-note", { name: one.name, n: at + 1, note: text })] : [];
  }));
  const rounds = Math.max(game.rounds ?? 0, game.results.length);
  return html`
    <h1>${say("web-title-sheet")}</h1>
    <div class="table" tabindex="0" role="region" aria-label=${say("web-title-sheet")}><table>
      <thead><tr><th scope="col">${say("web-sheet-round")}</th><th scope="col">${say("web-sheet-word")}</th>
        ${everybody.map((one) => html`<th scope="col" key=${one.seat}>${one.name}</th>`)}</tr></thead>
      <tbody>${Array.from({ length: rounds }, (_, at) => {
        const result = game.results[at];
        return html`<tr key=${at}><th scope="row">${at + 1}</th><td class="word">${result?.word}</td>
          ${everybody.map((one) => html`<td class=${result?.maker === one.seat ? "maker" : ""}>
            ${result && points(result.points, one)}${result && note(result, one) && "*"}
            ${result?.maker === one.seat && html`<span class="sign" title=${say("web-makes")}>✎
              <span class="unseen">${say("web-makes")}</span></span>`}
            ${result?.guessed_by === one.seat && html`<span class="sign" title=${say("web-sheet-found")}>★
              <span class="unseen">${say("web-sheet-found")}</span></span>`}</td>`)}</tr>`;
      })}</tbody>
      <tfoot><tr><th scope="row" colspan="2">${say("web-sheet-total")}</th>
        ${everybody.map((one) => html`<td class=${game.winners?.includes(one.seat) ? "won" : ""}>
          <b>${points(game.totals, one)}</b></td>`)}</tr></tfoot>
    </table></div>
    <p class="small key">✎ ${say("web-makes")} · ★ ${say("web-sheet-found")}</p>
    ${notes.map((text) => html`<p class="small">* ${text}</p>`)}
    <p class="screen-only"><button type="button" onClick=${() => print()}>${say("web-print")}</button></p>`;
}

const page = document.getElementById("page");
await loadWords();
const game = await read();
render(game?.results
  ? html`<${Sheet} game=${game} />`
  : html`<h1>${say("web-title-sheet")}</h1><p>${say("web-sheet-none")}</p>`, page);
