/** The head of the board: whose turn it is and what to do, everybody who plays, and the menu. */
import { Animal } from "../../parts/animals.js";
import { Symbol as Sign } from "../../parts/pieces.js";
import { Sand } from "../../parts/clocks.js";
import { lastRound } from "../../parts/aside/round.js";
import { BOARD } from "../../parts/ranks.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/**
 * Whose turn it is, and one sentence that says what to do; it answers every event too.
 *
 * @param {object} given
 * @param {object} given.state How things stand.
 * @param {object} given.game The game's part of the pages.
 * @param {string} given.why What this page has to say of itself.
 * @param {boolean} given.ended While the word of the last round is shown: who has found it; the dish asks for what comes next.
 */
export function Banner({ state, game, why, ended }) {
  const { fault, note, note_code: code, status, line, paused } = state;
  const told = game.board?.news ? game.board.news(state) : code === "commitment" ? "" : note;
  const done = Boolean(ended && game.board?.news && told);
  const head = (!paused && (done ? { sitter: lastRound(state).sitter, what: told } : game.board?.headline?.(state))) || {};
  const { sitter, what = line } = head;
  const refused = code.startsWith("refused-") || code.startsWith("hush-");
  const own = !done && (told || game.board?.where?.(state));
  const news = why || fault || (refused ? note : "") || own || "";
  const animal = sitter?.animal || "board", name = (!done && sitter?.name) || "", aside = news || (sitter || done || game.board?.where ? "" : status);
  return html`<div class=${`banner who-${animal}`}>
    <${Animal} name=${animal} />
    <${Sand} state=${state} />
    <div role="status">${(name || aside) && html`<p class="whose"><b aria-hidden=${name && aside.startsWith(name) ? "true" : null}>${name}</b> <small class=${why || fault || refused ? "why" : ""}>${aside}</small></p>`}
      <p class="line">${what}</p></div>
  </div>`;
}

/** Whether one sentence above the zones says what came of the last tap: then no zone says it too. */
export const announced = ({ state, game }) => state.tutorial || Boolean(game.board?.news?.(state));

/** Everybody who plays, with points; whoever may guess is pressed to do so. */
export function Chips({ state, game, by, choose }) {
  const { players, view } = state;
  if (!players.length || !view || state.tutorial) return null;
  const here = players.filter((one) => !one.left), shown = here.length + Number(Boolean(view.board_plays));
  return html`<ul class=${`chips ${shown > 2 ? "many" : ""}`} tabindex=${here.length > 3 ? 0 : null} aria-label=${say("web-who-plays")}>${here.map((one) => html`
    <${Chip} key=${one.seat} one=${one} ...${{ state, game, by, choose }} />`)}
    ${view.board_plays && html`<${Chip} one=${{ seat: BOARD, name: say("web-the-board"), animal: "board", points: view.totals?.at(-1) ?? null }} ...${{ state, game, by, choose }} />`}</ul>`;
}

function Chip({ one, state, game, by, choose }) {
  const { view } = state;
  const Own = game.board?.Player;
  const turn = !view.over && view.turn === one.seat;
  const may = !one.bot && game.board?.speakers?.(state).includes(one.seat);
  const inside = html`<${Animal} name=${one.animal || "board"} />
    <span class="name">${one.bot && html`<${Sign} name="bot" />`}${one.name}</span>
    ${one.points !== null && html`<b class="points" aria-hidden="true">${one.points}</b><span class="unseen">${say("web-points-n", { n: one.points })}.</span>`}
    <span class="tokens">${Own && html`<${Own} one=${one} state=${state} />`}</span>
    ${turn && html`<span class="unseen">${say("web-on-turn")}</span>`}`;
  const classes = `chip who-${one.animal || "board"} ${turn ? "turn" : ""} ${may && by === one.seat && !turn ? "speaks" : ""}`;
  return html`<li data-seat=${one.seat}>${may ? html`<button type="button" class=${classes} aria-pressed=${by === one.seat} onClick=${() => choose(one.seat)}>${inside}</button>`
    : html`<span class=${classes}>${inside}</span>`}</li>`;
}
