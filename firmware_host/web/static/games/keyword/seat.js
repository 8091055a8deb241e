/** KEYWORD on a phone: cards in a hand, open cards for all, and the word that is made of them. */
import { Hand, useDrag, useTurned } from "../../pages/seat/hand.js";
import { Says } from "../../pages/seat/head.js";
import { Predict } from "../../pages/seat/predict.js";
import { Animal } from "../../parts/animals.js";
import { Card } from "../../parts/cards.js";
import { Mark } from "../../parts/pieces.js";
import { readJson } from "../../parts/read.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Cards, Keyword, Opened, Row, faultsOf, nameOf } from "./parts.js";
import { Word, asLine, called, useWord } from "./word.js";

const ABC = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

function yours({ view, you }) {
  if (view.thinking.includes(you.seat)) return say(view.real ? "web-keyword-at-board" : "web-keyword-yours");
  return view.claims.includes(you.seat) ? say("web-keyword-yours-claim", { word: view.keyword }) : null;
}

/** Which round it is. */
const Head = ({ state: { view } }) => !view.over && html`<span>${say("web-keyword-round", { n: view.round })}</span>`;

/** The keyword, and which letters of it one has. */
const Goal = ({ view, you }) => html`<p class="kw-goal"><span class="small">${say("web-keyword-goal")}</span> <${Keyword} view=${view} words=${view.words[you.seat]} /></p>`;

/** The whole page of a game: a word to lay, cards to change, or a look at what was shown. */
function Play(given) {
  const { state: { view }, you } = given;
  const [passes, pass] = useState(0); // the round in which its player thinks of passing
  if (!you.may.includes("lay")) return html`<${Look} ...${given} />`;
  return passes === view.round ? html`<${Pass} ...${given} leave=${() => pass(0)} />` : html`<${Lay} key=${view.round} ...${given} pass=${() => pass(view.round)} />`;
}

/** A card of a hand, as `Hand` takes it. */
const held = (card) => ({ name: called(card, 0), face: html`<${Card} text=${card} tone="orange" />` });

/** Cards of the hand and of the row become a word: tapped one after the other, or dragged to where they go. */
function Lay({ state, you, send, task, pass }) {
  const { view } = state, { hand } = you.secret;
  const made = useWord(hand, view.row), [down, Over] = useTurned();
  const [drag, grab] = useDrag(made.drop);
  const { word, asks } = made, claims = you.may.includes("claim"), text = word.map(({ letter }) => letter).join("");
  const lay = () => send("/api/do", { do: "lay", ...asLine(word) });
  const open = view.row.flatMap((card, at) => (card ? [{ zone: at + 1, at, card }] : []));
  return html`<div class="play cards"><div class="above"><${Says} state=${state} task=${task} small /><${Goal} view=${view} you=${you} />
      <ol class="kw-open wood raised" data-drop="hand" aria-label=${say("web-keyword-row")}>${open.map((one) => html`<li key=${one.zone}>
        <button type="button" class=${`held blue ${made.has(one) ? "away" : ""}`} aria-pressed=${made.has(one)} ...${grab(one, () => made.tap(one))}>
          <span class="place" aria-hidden="true">${one.zone}</span><span aria-hidden="true"><${Card} text=${one.card} tone="blue" /></span><span class="unseen">${called(one.card, one.zone)}</span></button></li>`)}</ol>
      <${Word} ...${{ made, drag, grab }} /></div>
    <div class="below">${asks ? html`<p class="facts"><b>${say("web-keyword-means")}</b></p>
        <div class="pad abc" role="group" aria-label=${say("web-keyword-means")}>${ABC.map((letter) => html`<button type="button" class="key" key=${letter} onClick=${() => made.mean(letter)}>${letter}</button>`)}
          <button type="button" class="key wide" onClick=${made.cancel}>${say("web-cancel")}</button></div>`
      : html`<div class="looks">${Over}</div>
      <${Hand} ...${{ down, grab: (at, tap) => grab({ zone: 0, at, card: hand[at] }, tap) }} label=${say("web-keyword-hand")} cards=${hand.map(held)}
        away=${(at) => made.has({ zone: 0, at })} tap=${(at) => made.tap({ zone: 0, at, card: hand[at] })} />
      <p class="two"><button type="button" onClick=${pass}>${say("web-keyword-pass")}</button>
        ${claims && html`<button type="button" class="main" onClick=${() => send("/api/do", { do: "claim" })}>${say("web-keyword-claim", { word: view.keyword })}</button>`}
        <button type="button" class=${claims ? "" : "main"} disabled=${!text} onClick=${lay}>${text ? say("web-keyword-lay-it", { word: text }) : say("web-keyword-lay")}</button></p>`}
    </div></div>`;
}

/** Which cards go, where one takes no part in the round. */
function Pass({ state, you, send, leave }) {
  const { hand } = you.secret;
  const [gone, go] = useState([]);
  const turn = (at) => go(gone.includes(at) ? gone.filter((one) => one !== at) : [...gone, at]);
  const [, grab] = useDrag((at, over) => over === "away" && turn(at));
  const give = () => send("/api/do", { do: "pass", discard: gone.map((at) => hand[at]) });
  return html`<div class="play cards"><div class="above"><${Says} state=${state} task=${say("web-keyword-pass-title")} small />
      <p class="kw-gone linen hollow" data-drop="away" aria-live="polite">${gone.length ? gone.map((at) => html`<${Card} key=${at} text=${hand[at]} tone="orange" />`) : say("web-keyword-pass-how")}</p></div>
    <div class="below"><${Hand} label=${say("web-keyword-hand")} cards=${hand.map(held)} grab=${grab} away=${(at) => gone.includes(at)} tap=${turn} />
      <p class="two"><button type="button" onClick=${leave}>${say("web-keyword-back-to-word")}</button>
        <button type="button" class="main" onClick=${give}>${say("web-keyword-pass-n", { n: gone.length })}</button></p></div></div>`;
}

/** Nothing to lay: what was shown, what one has laid, and the hand to look at. */
function Look({ state, you, send, task }) {
  const { view, players } = state, { hand = [], own } = you.secret ?? {};
  const [down, Over] = useTurned();
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

/** Up to three of the longest words that one's own hand had in the round just shown: the board answers this phone alone. */
function Longest() {
  const [words, set] = useState([]);
  useEffect(() => void readJson("/api/longest").then(({ json }) => set(json.words?.slice(0, 3) ?? [])), []);
  return words.length > 0 && html`<p class="facts kw-longest"><span>${say("web-keyword-longest")} <b>${words.join(", ")}</b></span></p>`;
}

/** Whether words were shown, and this phone may see the hand that its player had. */
const had = ({ view }, { secret }) => view.opened.length > 0 && secret && !view.real;

/** Under the winner: the words of the last round. */
const Now = ({ state, you }) => html`<${Opened} view=${state.view} players=${state.players} />${had(state, you) && html`<${Longest} />`}`;

/** This player's own word of the round that was just shown. */
const mine = ({ view, you }) => view.opened.find((one) => one.by === you.seat);

/** A round: a word of one's own that scores, one that does not count, or somebody else's. */
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
