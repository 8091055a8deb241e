/** Decipher at the virtual board: the piece in hand, the prize, a guess, and the letters beside the zones. */
import { Alphabet } from "../../pages/board/alphabet.js";
import { RoundSheet } from "../../pages/board/ends.js";
import { Takes } from "../../pages/board/hand.js";
import { Heaps } from "../../pages/board/heaps.js";
import { lazy } from "../../parts/lazy.js";
import { act } from "../../parts/live.js";
import { Piece } from "../../parts/pieces.js";
import { Coin, GuessToken } from "../../parts/tokens.js";
import { BOARD } from "../../parts/ranks.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { rounds, sentence, task, told } from "./turn.js";
import { Rack } from "./words.js";

/** Guess tokens that a seeker begins a round with, bonus tokens on the board, and what they are worth. */
const TOKENS = 3, BONUS = 3, PRIZE = 5, EACH = 2;

/** Whose turn it is, and what is to be done. */
function headline(state) {
  const { view, players } = state;
  if (!view || view.over) return {};
  const sitter = players.find((one) => one.seat === (view.waiting ? view.maker : view.turn));
  return sitter ? { sitter, what: sitter.bot ? state.line : sentence(view) } : {};
}

/** The bot on turn; null for a person. */
const botOf = ({ view, players }) => players.find((one) => one.seat === view.turn && one.bot) ?? null;

/** Which round it is. */
const where = ({ view }) => (view && !view.over ? rounds(view).join("") : "");

/** What has just come of it, as long as nothing else has. */
const news = (state) => told(state);

/** Who may guess now: everybody who seeks. */
const speakers = ({ view }) => (view && !view.over && !view.waiting ? view.seekers : []);

/** Guess tokens beside a player; beside the board, how many NO tokens lie. */
function Player({ one, state: { view } }) {
  if (view.waiting) return null;
  if (one.seat === BOARD) return html`<span class="noes-n">✕ ${view.noes}<span class="unseen"> ${say("web-board-noes")}</span></span>`;
  if (view.maker === one.seat) return html`<span class="small-word">${say("web-makes")}</span>`;
  const tokens = view.tokens[one.seat] ?? 0;
  return html`<span class="unseen">${say("web-tokens", { n: tokens })}.</span>
    ${Array.from({ length: Math.max(TOKENS, tokens) }, (_, at) => html`<${GuessToken} player=${one.animal} spent=${at >= tokens} />`)}`;
}

/** The letters beside the zones, while somebody seeks; between rounds how the last one has ended. */
const Rail = (given) => (given.ended ? html`<${RoundSheet} ...${given} />` : html`<${Alphabet} ...${given} />`);

/** Return what stands below the zones: what is in hand, as *Hand* draws it, what the word is worth, a hint where one can be had, and the guess. */
export const footed = (Hand) => function Foot(given) {
  const { state, setOpen } = given;
  const { view } = state;
  if (!view) return null;
  if (view.waiting) {
    return html`<div class="doings">${view.maker >= 0 && html`<button type="button" class="main" onClick=${() => setOpen("rack")}>${say("web-board-rack")}</button>`}</div>`;
  }
  return html`<${Hand} ...${given} /><${Prize} view=${view} />${hints(state) && html`<button type="button" class="hint-for" onClick=${() => setOpen("hints")}>${say("web-hints-ask")}</button>`}<${Guess} ...${given} />`;
};

/** The piece that was handed over; in bonus mode asking for one; else all kinds, for a maker hands them over. */
export function Dish({ state, hand, setWhy }) {
  const { view } = state, what = task(view), bot = botOf(state);
  const line = (name) => () => act("/api/do", { do: name });
  if (bot) {
    const kind = view.holding;
    return html`<div class="dish wood raised"><span class=${`bowl linen hollow ${kind ?? ""}`}>${kind && html`<${Piece} kind=${kind} />`}</span>
      <span class="says">${kind && html`<small>${say(`kind-${kind}`)}</small>`}${say("web-bot-acts")}</span></div>`;
  }
  if (what === "place") {
    const kind = view.holding;
    return html`<div class="dish wood raised"><${Takes} item=${{ kind }} hand=${hand} setWhy=${setWhy} class=${`bowl linen hollow ${kind}`}
      label=${say("web-dish", { kind: say(`kind-${kind}`) })}><${Piece} kind=${kind} /></${Takes}>
      <span class="says"><small>${say(`kind-${kind}`)}</small>${say(hand.picked ? "web-dish-zone" : "web-dish-drag")}</span></div>`;
  }
  if (what === "take") return html`<div class="tray" role="group" aria-label=${say("web-board-tray")}><${Heaps} ...${{ state, hand, setWhy }} /></div>`;
  if (what === "bonus") {
    return html`<div class="asks"><button type="button" class="main" onClick=${line("ask")}>${say("web-ask")}<small>${say("web-ask-costs", { n: EACH })}</small></button>
      <button type="button" onClick=${line("pass")}>${say("web-pass")}</button></div>`;
  }
  if (what === "guess") return html`<div class="asks"><button type="button" onClick=${line("pass")}>${say("web-pass")}</button></div>`;
  return html`<div class="dish wood raised"><span class="bowl linen hollow"></span><span class="says">${sentence(view)}</span></div>`;
}

/** What the word is worth to whoever finds it now. */
function Prize({ view }) {
  return html`<div class="prize"><span class="coins" aria-hidden="true"><${Coin} value=${PRIZE} />${Array.from({ length: BONUS }, (_, at) => html`
    <span class=${at < view.bonus_left ? "" : "gone"}><${Coin} value=${EACH} pale /></span>`)}</span>
    <span>${say("web-prize")} <b>${PRIZE + EACH * view.bonus_left}</b></span></div>`;
}

/** The guess that stands in the slots, and whose it is. */
function Guess({ state, spelling, by }) {
  const { view, players } = state;
  const who = players.find((one) => one.seat === by);
  if (!who) return null;
  const tokens = view.tokens[by] ?? 0, other = by !== view.turn && players.length > 1;
  return html`<div class="guessing"><span class="mine"><span aria-hidden="true">${Array.from({ length: Math.max(TOKENS, tokens) }, (_, at) => html`<${GuessToken} player=${who.animal} spent=${at >= tokens} />`)}</span>
    <small>${other ? say("web-guesses-of", { name: who.name }) : say("web-guesses")}</small></span>
    <button type="button" class="main guess" disabled=${!spelling.whole} onClick=${spelling.done}>${spelling.whole ? say("web-guess", { word: spelling.word }) : say("web-guess-empty")}</button></div>`;
}

/** Whether a hint can be had here: the house wants them, and somebody seeks. */
const hints = (state) => state.place === "home" && state.view.hints.length > 0 && speakers(state).length > 0;

export const board = { botOf, headline, where, news, speakers, Player, Rail, Foot: footed(Dish), sheets: { rack: Rack, hints: lazy(() => import("./more.js"), "HintsHere") } };
