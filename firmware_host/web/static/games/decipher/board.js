/**
 * Decipher at the virtual board: the piece in hand, the prize, the guess, and the letters beside
 * the zones.
 */
import { Alphabet } from "../../pages/board/alphabet.js";
import { RoundSheet } from "../../pages/board/ends.js";
import { Takes } from "../../pages/board/hand.js";
import { Heaps } from "../../pages/board/heaps.js";
import { Animal } from "../../parts/animals.js";
import { lazy } from "../../parts/lazy.js";
import { act } from "../../parts/live.js";
import { Piece } from "../../parts/pieces.js";
import { Coin, GuessToken } from "../../parts/tokens.js";
import { BOARD } from "../../parts/ranks.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { rounds, sentence, task, told } from "./turn.js";
import { collect, Shelf } from "./shelf.js";
import { Rack } from "./words.js";
import { Private } from "./private.js";

/**
 * The guess tokens of a seeker at first, the bonus tokens on the board, and the points of the prize
 * and of a bonus token.
 */
const TOKENS = 3, BONUS = 3, PRIZE = 5, EACH = 2;

/** Return whose turn it is, and the task. */
function headline(state) {
  const { view, players } = state;
  if (!view || view.over) return {};
  const sitter = players.find((one) => one.seat === (view.waiting ? view.maker : view.turn));
  return sitter ? { sitter, what: sitter.bot ? state.line : sentence(view) } : {};
}

/** Return the bot on turn, or null for a person. */
const botOf = ({ view, players }) => players.find((one) => one.seat === view.turn && one.bot) ?? null;

/** Return the number of the round. */
const where = ({ view }) => (view && !view.over ? rounds(view).join("") : "");

/** Return the result of the last action. */
const news = (state) => told(state);

/** Return the seats that may guess now. */
const speakers = ({ view }) => (view && !view.over && !view.waiting ? view.seekers : []);

/** The guess tokens of a player, or the number of NO tokens for the board. */
function Player({ one, state: { view } }) {
  if (view.waiting) return null;
  if (one.seat === BOARD) return html`<span class="noes-n">✕ ${view.noes}<span class="unseen"> ${say("web-board-noes")}</span></span>`;
  if (view.maker === one.seat) return html`<span class="small-word">${say("web-makes")}</span>`;
  const tokens = view.tokens[one.seat] ?? 0;
  return html`<span class="unseen">${say("web-tokens", { n: tokens })}.</span>
    ${Array.from({ length: Math.max(TOKENS, tokens) }, (_, at) => html`<${GuessToken} player=${one.animal} spent=${at >= tokens} />`)}`;
}

/** The letters beside the zones; after a round its result. */
const Rail = (given) => (given.ended ? html`<${RoundSheet} ...${given} />` : html`<${Alphabet} ...${given} />`);

/**
 * Return the part below the zones: the item in hand, drawn by `Hand`, the prize, a hint if
 * available, and the guess.
 */
export const footed = (Hand) => function Foot(given) {
  const { state, setOpen } = given;
  const { view } = state;
  if (!view) return null;
  if (view.waiting) {
    return html`<div class="doings">${view.maker >= 0 && html`<button type="button" class="main" onClick=${() => setOpen("rack")}>${say("web-board-rack")}</button>`}</div>`;
  }
  return html`<${Hand} ...${given} /><${Prize} view=${view} />${hints(state) && html`<button type="button" class="hint-for" onClick=${() => setOpen("hints")}>${say("web-hints-ask")}</button>`}<${Guess} ...${given} />`;
};

/** The piece in hand; in bonus mode the request for one; else all kinds, for a maker to hand over. */
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

/** Return the coins of the finder: the prize, each bonus token, each remaining guess token. */
function coins({ view }, { view: { results } }) {
  const { guessed_by: finder } = results.at(-1);
  return [PRIZE, ...Array(view.bonus_left).fill(EACH), ...Array(Math.max(0, (view.tokens[finder] ?? 0) - 1)).fill(1)];
}

/** The present prize for finding the word. */
function Prize({ view }) {
  return html`<div class="prize"><span class="coins" aria-hidden="true"><${Coin} value=${PRIZE} />${Array.from({ length: BONUS }, (_, at) => html`
    <span class=${at < view.bonus_left ? "" : "gone"}><${Coin} value=${EACH} pale /></span>`)}</span>
    <span>${say("web-prize")} <b>${PRIZE + EACH * view.bonus_left}</b></span></div>`;
}

/** The guess in the slots, and its player. */
function Guess({ state, spelling, by, choose }) {
  const { view, players } = state;
  const who = players.find((one) => one.seat === by), people = players.filter((one) => !one.bot && speakers(state).includes(one.seat));
  if (people.length > 1 && !people.some((one) => one.seat === view.turn)) return html`<${Knows} ...${{ people, spelling, by, choose }} />`;
  if (!who) return null;
  const tokens = view.tokens[by] ?? 0, other = by !== view.turn && players.length > 1;
  return html`<div class="guessing"><span class="mine"><span aria-hidden="true">${Array.from({ length: Math.max(TOKENS, tokens) }, (_, at) => html`<${GuessToken} player=${who.animal} spent=${at >= tokens} />`)}</span>
    <small>${other ? say("web-guesses-of", { name: who.name }) : say("web-guesses")}</small></span>
    <button type="button" class="main guess" disabled=${!spelling.whole} onClick=${spelling.done}>${spelling.whole ? say("web-guess", { word: spelling.word }) : say("web-guess-empty")}</button></div>`;
}

/** The choice of the player who guesses, if none of them is on turn. */
const Knows = ({ people, spelling, by, choose }) => html`<div class="guessing knows" role="group" aria-labelledby="knows"><b id="knows">${say("web-guess-who")}</b>${people.map((one) => html`
    <button type="button" key=${one.seat} class=${`who-${one.animal || "board"}`} aria-label=${one.name} aria-pressed=${by === one.seat} onClick=${() => choose(one.seat)}><${Animal} name=${one.animal || "board"} /></button>`)}
    <button type="button" class="main guess" disabled=${!spelling.whole || by === undefined} onClick=${spelling.done}>${spelling.whole ? say("web-guess", { word: spelling.word }) : say("web-guess-empty")}</button></div>`;

/** Return true if a hint can be had here. */
const hints = (state) => state.place === "home" && state.view.hints.length > 0 && speakers(state).length > 0;

export const board = { private: Private, botOf, headline, where, news, speakers, Player, Rail, Foot: footed(Dish), coins, collect, After: Shelf, sheets: { rack: Rack, hints: lazy(() => import("./more.js"), "HintsHere") } };
