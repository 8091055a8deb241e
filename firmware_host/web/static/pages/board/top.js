/** The head of the board page: whose turn it is, the task, all players, and the menu. */
import { Animal } from "../../parts/animals.js";
import { Symbol as Sign } from "../../parts/pieces.js";
import { Sand } from "../../parts/clocks.js";
import { lastRound } from "../../parts/aside/round.js";
import { BOARD } from "../../parts/ranks.js";
import { act } from "../../parts/live.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Sentences with more letters than this get a smaller font, so that they fit the banner. */
const LONG = 64;

/**
 * Whose turn it is, and one sentence with the task; it also reports every event.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.game The game's part of the pages.
 * @param {string} given.why A message of this page; "" for none.
 * @param {object} [given.hot] The closed lid, if a player must act unseen.
 * @param {boolean} given.ended True while the word of the last round is shown with its finder.
 */
export function Banner({ state, game, why, ended, hot, reveal }) {
  const { fault, note, note_code: code, status, line, paused } = state;
  const told = game.board?.news ? game.board.news(state) : code === "commitment" ? "" : note;
  const done = Boolean(ended && game.board?.news && told);
  const turn = hot && looksAway(state, hot.seat), holds = reveal?.holds;
  const head = turn || (holds ? { sitter: seated(state), what: line } : !paused && (done ? { sitter: lastRound(state).sitter, what: told } : game.board?.headline?.(state))) || {};
  const { sitter, what = line } = head;
  const refused = code.startsWith("refused-") || code.startsWith("hush-");
  const own = !holds && !done && !turn && (told || game.board?.where?.(state));
  const news = why || fault || (refused ? note : "") || own || "";
  const best = state.view?.over && state.view.winners?.length === 1 && state.players.find((one) => one.seat === state.view.winners[0]);
  const animal = (sitter || best)?.animal || "board", name = (!done && !turn && !holds && sitter?.name) || "", aside = news || (sitter || done || game.board?.where ? "" : status);
  return html`<div class=${`banner who-${animal}`}>
    <${Animal} name=${animal} />
    <${Sand} state=${state} />
    <div role="status" class=${name.length + aside.length + what.length > LONG ? "long" : ""}>${(name || aside) && html`<p class="whose"><b aria-hidden=${name && aside.startsWith(name) ? "true" : null}>${name}</b> <small class=${why || fault || refused ? "why" : ""}>${aside}</small></p>`}
      <p class="line">${what}</p></div>
  </div>`;
}

/** Return the player who opens the lid, and the sentence that says so and who looks away. */
export function looksAway({ players }, seat) {
  const sitter = players.find((one) => one.seat === seat);
  const others = players.filter((one) => one !== sitter && !one.left && !one.bot);
  const away = others.length === 1 ? say("web-hot-away-one", { name: others[0].name }) : others.length ? say("web-hot-away") : "";
  return { sitter, what: `${say("web-hot-turn", { name: sitter.name })} ${away}`.trim() };
}

/** Return the player whose turn it was before a word was found; the finder is revealed later. */
const seated = ({ view, players }) => players.find((one) => one.seat === view.turn);

/** True if a sentence above the zones reports the result of the last tap, so that zones need not. */
export const announced = ({ state, game }) => state.tutorial || Boolean(game.board?.news?.(state));

/** All players with points; those who may guess are buttons for it. */
export function Chips({ state, game, by, choose, hot }) {
  const { players, view } = state;
  if (!players.length || !view || state.tutorial) return null;
  const here = players.filter((one) => !one.left), shown = here.length + Number(Boolean(view.board_plays));
  return html`<ul class=${`chips ${shown > 2 ? "many" : ""}`} tabindex=${here.length > 3 ? 0 : null} aria-label=${say("web-who-plays")}>${here.map((one) => html`
    <${Chip} key=${one.seat} one=${one} ...${{ state, game, by, choose, hot }} />`)}
    ${view.board_plays && html`<${Chip} one=${{ seat: BOARD, name: say("web-the-board"), animal: "board", points: view.totals?.at(-1) ?? null }} ...${{ state, game, by, choose, hot }} />`}</ul>`;
}

function Chip({ one, state, game, by, choose, hot }) {
  const { view } = state;
  const Own = game.board?.Player;
  const plays = !view.over && view.turn === one.seat, turn = hot ? hot.seat === one.seat : plays; // as the banner says
  const may = !one.bot && game.board?.speakers?.(state).includes(one.seat), thinks = one.bot && plays;
  const inside = html`<${Animal} name=${one.animal || "board"} />
    <span class="name">${one.bot && html`<${Sign} name="bot" />`}${one.name}</span>
    ${one.points !== null && html`<b class="points" aria-hidden="true">${one.points}</b><span class="unseen">${say("web-points-n", { n: one.points })}.</span>`}
    <span class="tokens">${Own && html`<${Own} one=${one} state=${state} />`}</span>
    ${turn && html`<span class="unseen">${say("web-on-turn")}</span>`}${thinks && html`<span class="hasten">${say("web-hasten")}</span>`}`;
  const classes = `chip who-${one.animal || "board"} ${turn ? "turn" : ""} ${may && by === one.seat && !turn ? "speaks" : ""}`;
  if (thinks) return html`<li data-seat=${one.seat}><button type="button" class=${classes} onClick=${() => act("/api/hasten")}>${inside}</button></li>`;
  return html`<li data-seat=${one.seat}>${may ? html`<button type="button" class=${classes} aria-pressed=${by === one.seat} onClick=${() => choose(one.seat)}>${inside}</button>`
    : html`<span class=${classes}>${inside}</span>`}</li>`;
}
