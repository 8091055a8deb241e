/** The scoresheet as in the box: a row for each round, a column for each player. */
import { loadGame } from "../games/load.js";
import { BOARD } from "../parts/turn.js";
import { html, render } from "../vendor/preact.js";
import { loadWords, say } from "../parts/words.js";

/** Fetch the game that is on the table, or an earlier one: `?game=7`. */
async function read() {
  const game = new URLSearchParams(location.search).get("game");
  const language = document.documentElement.lang;
  const path = game ? `/api/history/${encodeURIComponent(game)}` : "/api/state?as=wall";
  const answer = await fetch(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`);
  if (!answer.ok) return null;
  const found = await answer.json();
  const played = found.played ?? found.game; // an earlier game's own number is its `game`
  const players = found.players.filter((one) => one.points !== null); // whoever came after the game has no column
  return { ...(found.view ?? found), played, page: found.page, players, board: found.board_makes };
}

/** A round's word, as it stands. */
const Plain = ({ result }) => result.word;

/** Return the columns: seats in turn order, the board last where it makes the words. */
function columns({ players, board }) {
  return [...players, ...(board ? [{ seat: BOARD, name: say("web-the-board") }] : [])];
}

function Sheet({ game, part }) {
  const everybody = columns(game);
  const worded = !game.results.length || game.results.some((one) => one.word);
  const made = !game.results.length || game.results.some((one) => one.maker !== null);
  const found = game.results.some((one) => one.guessed_by !== null);
  const Word = part.history?.Word ?? Plain;
  const points = (list, { seat }) => (seat === BOARD ? list.at(-1) : list[seat]);
  const note = ({ cells = [] }, { seat }) => (seat === BOARD ? cells.at(-1) : cells[seat])?.note;
  const notes = game.results.flatMap((result, at) => everybody.flatMap((one) => {
    const text = note(result, one);
    return text ? [say("web-sheet-note", { name: one.name, n: at + 1, note: text })] : [];
  }));
  const rounds = Math.max(game.rounds ?? 0, game.results.length);
  return html`
    <h1>${say("web-title-sheet")}</h1>
    <p class="small">${say(`game-${game.played}`)}</p>
    <div class="table" tabindex="0" role="region" aria-label=${say("web-title-sheet")}><table>
      <thead><tr><th scope="col">${say("web-sheet-round")}</th>${worded && html`<th scope="col">${say("web-sheet-word")}</th>`}
        ${everybody.map((one) => html`<th scope="col" key=${one.seat}>${one.name}</th>`)}</tr></thead>
      <tbody>${Array.from({ length: rounds }, (_, at) => {
        const result = game.results[at];
        return html`<tr key=${at}><th scope="row">${at + 1}</th>${worded && html`<td class="word">${result && html`<${Word} result=${result} />`}</td>`}
          ${everybody.map((one) => html`<td class=${result?.maker === one.seat ? "maker" : ""}>
            ${result?.words?.[one.seat] && html`<span class="word">${result.words[one.seat]}</span> `}
            ${result && points(result.points, one)}${result && note(result, one) && "*"}
            ${result?.maker === one.seat && html`<span class="sign" title=${say("web-makes")}>✎
              <span class="unseen">${say("web-makes")}</span></span>`}
            ${result?.guessed_by === one.seat && html`<span class="sign" title=${say("web-sheet-found")}>★
              <span class="unseen">${say("web-sheet-found")}</span></span>`}</td>`)}</tr>`;
      })}</tbody>
      <tfoot><tr><th scope="row" colspan=${worded ? 2 : 1}>${say("web-sheet-total")}</th>
        ${everybody.map((one) => html`<td class=${game.winners?.includes(one.seat) ? "won" : ""}>
          <b>${points(game.totals, one)}</b></td>`)}</tr></tfoot>
    </table></div>
    ${(made || found) && html`<p class="small key">${made && html`✎ ${say("web-makes")} · `}★ ${say("web-sheet-found")}</p>`}
    ${game.board && game.players.length > 1 && html`<p class="small">${say("web-the-board")}: ${say("web-board-aside")}</p>`}
    ${notes.map((text) => html`<p class="small">* ${text}</p>`)}
    <p class="screen-only"><button type="button" onClick=${() => print()}>${say("web-print")}</button></p>`;
}

const page = document.getElementById("page");
await loadWords();
const game = await read();
const part = game?.results ? await loadGame(game.page, "history") : {};
const unfinished = game?.results?.length === 0 && (game.ended ?? game.over);
render(game?.results && !unfinished
  ? html`<${Sheet} game=${game} part=${part} />`
  : html`<h1>${say("web-title-sheet")}</h1><p>${say(unfinished ? "web-ended-none" : "web-sheet-none")}</p>`, page);
