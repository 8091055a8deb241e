/** KEYWORD on a phone: the hand and the word made of it, or the shown words. */
import { Hand, useTurned } from "../../parts/hand.js";
import { Says } from "../../pages/seat/head.js";
import { Predict } from "../../pages/seat/predict.js";
import { Animal } from "../../parts/animals.js";
import { Card } from "../../parts/cards.js";
import { Mark } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Make } from "./make.js";
import { Cards, Keyword, Longest, Opened, Row, Tile, faultsOf, nameOf } from "./parts.js";
import { called } from "./word.js";

function yours({ view, you }) {
  if (view.thinking.includes(you.seat)) return say(view.real ? "web-keyword-at-board" : "web-keyword-yours");
  return view.claims.includes(you.seat) ? say("web-keyword-yours-claim", { word: view.keyword }) : null;
}

/** The number of the round. */
const Head = ({ state: { view } }) => !view.over && html`<span>${say("web-keyword-round", { n: view.round })}</span>`;

/** The keyword, with the letters that the player has. */
const Goal = ({ view, you }) => html`<p class="kw-goal"><span class="small">${say("web-keyword-goal")}</span> <${Keyword} view=${view} words=${view.words[you.seat]} /></p>`;

/** The page of a game: a word to lay, or the shown words. */
function Play(given) {
  const { state, you, send, task } = given, [down, Over] = useTurned();
  if (!you.may.includes("lay")) return html`<${Look} ...${given} />`;
  const claim = you.may.includes("claim") && html`<button type="button" class="main" onClick=${() => send("/api/do", { do: "claim" })}>${say("web-keyword-claim", { word: state.view.keyword })}</button>`;
  return html`<div class="play cards kw-play"><${Says} state=${state} task=${task} small /><div class="kw-top"><${Goal} view=${state.view} you=${you} />${Over}</div>
    <${Make} key=${state.view.round} state=${state} act=${(line) => send("/api/do", line)} down=${down} more=${claim} /></div>`;
}

/** Nothing to lay: the shown words, the player's own word, and the hand. */
function Look({ state, you, send, task }) {
  const { view, players } = state, { hand = [], own } = you.secret ?? {}, [down, Over] = useTurned();
  const held = (card) => ({ name: called(card, 0), face: html`<${Tile} text=${card} />` });
  const may = (verb) => you.may.includes(verb), line = (verb) => () => send("/api/do", { do: verb });
  const next = view.real && view.waiting && view.missing > 0 ? say("web-keyword-lay-out", { n: view.missing }) : "";
  return html`<div class="play cards"><div class="above"><${Says} state=${state} task=${task ?? (may("deal") ? say("web-keyword-next") : null)} news=${next} small />
      <${Predict} ...${{ state, you, send }} />
      <div class="kw-look"><${Goal} view=${view} you=${you} /><p class="facts"><span>${say("web-keyword-orange", { n: view.orange_left })}</span><span>${say("web-keyword-blue", { n: view.blue_left })}</span></p>
        <${Row} view=${view} />
        ${own && html`<p class="facts"><span>${say("web-keyword-you-laid")}</span> ${down ? html`<${Card} back />` : html`<${Cards} ...${own} />`}</p>`}
        ${view.opened.length > 0 && html`<div class="kw-shown paper"><${Opened} view=${view} players=${players} /></div>`}
        ${!down && had(state, you) && html`<${Longest} />`}
        ${view.words[you.seat]?.length > 0 && html`<p class="facts"><span>${say("web-keyword-yours-won")} <b>${view.words[you.seat].map(({ word }) => word).join(", ")}</b></span></p>`}</div></div>
    <div class="below">${view.real ? html`<p class="facts">${say("web-keyword-holds", { n: view.hands[you.seat] })} ${view.waiting && say("web-keyword-fill")}</p>`
      : hand.length > 0 && html`<div class="looks">${Over}</div><${Hand} ...${{ down }} still label=${say("web-keyword-hand")} cards=${hand.map(held)} />`}
      <p class="two">${may("pass") && view.real && html`<button type="button" onClick=${line("pass")}>${say("web-keyword-pass-none")}</button>`}
        ${may("deal") && html`<button type="button" class=${may("claim") ? "" : "main"} onClick=${line("deal")}>${say(view.real ? "web-keyword-begin" : "web-keyword-deal")}</button>`}
        ${may("claim") && html`<button type="button" class="main" onClick=${line("claim")}>${say("web-keyword-claim", { word: view.keyword })}</button>`}</p></div></div>`;
}

/** Return true if words were shown and this phone may see its player's hand. */
const had = ({ view }, { secret }) => view.opened.length > 0 && secret && !view.real;

/** Below the winner: the words of the last round. */
const Now = ({ state, you }) => html`<${Opened} view=${state.view} players=${state.players} />${had(state, you) && html`<${Longest} />`}`;

/** Return this player's own word of the last round. */
const mine = ({ view, you }) => view.opened.find((one) => one.by === you.seat);

/** Return the effect of a round's end: an own scored word, an own invalid word, or another player's. */
function beat(one, state) {
  if (one.what !== "round") return one;
  const wrong = mine(state)?.faults.length > 0;
  return { ...one, own: true, what: one.seat === state.you.seat ? "found" : wrong ? "wrong" : "ended" };
}

function Beat({ beat: one, state, me }) {
  const { view, players } = state, won = view.opened.find(({ won: scores }) => scores), own = mine(state);
  const other = players.find(({ seat }) => seat === one.seat);
  const said = one.what === "found" ? say("web-keyword-beat-found") : one.what === "wrong" ? faultsOf(own)
    : won ? say("web-keyword-beat-other", { name: nameOf(players, won.by) }) : say("web-keyword-beat-nobody");
  return html`${one.what === "wrong" ? html`<p class="huge"><${Mark} name="cross" /></p>` : html`<${Animal} name=${(one.what === "found" ? me : other)?.animal || "board"} />`}
    <p class="large">${said}</p>${(one.what === "wrong" ? own : won) && html`<p class="word">${(one.what === "wrong" ? own : won).word}</p>`}`;
}

export const seat = { Play, Head, Now, Beat, beat, yours };
