/** KEYWORD on a phone: the own hand, the open cards, and the word that is made of them. */
import { Card } from "../../parts/cards.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Cards, Keyword, Opened, Row } from "./parts.js";

const ABC = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** What has to be done; another purpose begins with a new word. */
function purpose({ view, you }) {
  if (!view) return "";
  return view.thinking.includes(you.seat) ? `lay ${view.round}` : "wait";
}

function yours({ view, you }) {
  if (view.thinking.includes(you.seat)) return say("web-keyword-yours");
  return view.claims.includes(you.seat) ? say("web-keyword-yours-claim", { word: view.keyword }) : null;
}

function Now({ state: { view, players }, you }) {
  const lays = view.thinking.includes(you.seat);
  return html`<p class="facts"><span>${say("web-keyword-round", { n: view.round })}</span>
      <span>${say("web-keyword-orange", { n: view.orange_left })}</span><span>${say("web-keyword-blue", { n: view.blue_left })}</span></p>
    <p class="kw-line"><${Keyword} view=${view} words=${view.words[you.seat]} /></p>
    ${view.words[you.seat]?.length > 0 && html`<p class="kw-words">${view.words[you.seat].map(({ word }) => word).join(", ")}</p>`}
    ${(!lays || view.real) && html`<${Row} view=${view} />`}
    <${Opened} view=${view} players=${players} />`;
}

function Acts({ state: { view }, you, send }) {
  const may = (verb) => you.may.includes(verb);
  const passes = view.real && may("pass");
  if (!may("deal") && !may("claim") && !passes) return null;
  return html`<p class="pair">
    ${may("claim") && html`<button type="button" class="main" onClick=${() => send("/api/do", { do: "claim" })}>${say("web-keyword-claim", { word: view.keyword })}</button>`}
    ${may("deal") && html`<button type="button" class=${may("claim") ? "" : "main"} onClick=${() => send("/api/do", { do: "deal" })}>${say(view.real ? "web-keyword-begin" : "web-keyword-deal")}</button>`}
    ${passes && html`<button type="button" onClick=${() => send("/api/do", { do: "pass" })}>${say("web-keyword-pass-none")}</button>`}
  </p>`;
}

/** The right column: cards to choose from while one thinks; else what one has laid, and holds. */
function Pad({ state, you, send }) {
  const { view } = state;
  if (!you.secret || view.over) return null;
  if (you.may.includes("lay")) return html`<${Lay} ...${{ state, you, send }} />`;
  const { hand, own } = you.secret;
  if (view.real) return html`<${Held} ...${{ view, you, own }} />`;
  return html`<section class="right kw-pad" aria-label=${say("web-doing")}>
    ${own && html`<h2>${say("web-keyword-you-laid")}</h2><p class="kw-word"><${Cards} ...${own} /></p>`}
    <h2>${say("web-keyword-hand")}</h2>
    <p class="kw-hand">${hand.map((card, at) => html`<${Card} key=${at} text=${card} tone="orange" />`)}</p>
  </section>`;
}

/** Cards that nobody but their player knows: how many they are, and where they are laid. */
function Held({ view, you, own }) {
  const lays = view.thinking.includes(you.seat);
  return html`<section class="right kw-pad" aria-label=${say("web-doing")}>
    ${own && html`<h2>${say("web-keyword-you-laid")}</h2><p class="kw-word"><${Cards} ...${own} /></p>`}
    <h2>${say("web-keyword-holds", { n: view.hands[you.seat] })}</h2>
    <p>${say(lays ? "web-keyword-at-board" : view.waiting && view.missing ? "web-keyword-lay-out" : "web-keyword-fill", { n: view.missing })}</p>
  </section>`;
}

function Lay({ state: { view }, you, send }) {
  const [word, spell] = useState([]);   // of {zone, at, card, letter}: zone 0 is the hand
  const [asks, ask] = useState(null);   // the blank whose letter is chosen
  const [passes, pass] = useState(null); // cards that go, where one passes
  const { hand } = you.secret;
  if (passes) return html`<${Pass} ...${{ hand, passes, pass, send }} />`;
  const same = (one) => (other) => one.zone === other.zone && one.at === other.at;
  const tap = (one) => () => {
    if (word.some(same(one))) spell(word.filter((other) => !same(one)(other)));
    else if (one.card === "?") ask(one);
    else spell([...word, { ...one, letter: one.card }]);
  };
  const mean = (letter) => () => {
    spell([...word, { ...asks, letter }]);
    ask(null);
  };
  const lay = () => send("/api/do", {
    do: "lay",
    word: word.map(({ letter }) => letter).join(""),
    blue: word.map(({ zone }) => zone),
    blanks: word.flatMap(({ zone, card }, at) => (card === "?" && !zone ? [at + 1] : [])),
  });
  const button = (one, tone) => html`<button type="button" key=${`${one.zone} ${one.at}`} class=${`kw-pick ${tone}`}
    aria-pressed=${word.some(same(one))} onClick=${tap(one)}>
    ${one.zone > 0 && html`<span class="place">${one.zone}</span>`}<b>${one.card}</b><span class="unseen"> ${say(`web-keyword-is-${tone}`)}</span></button>`;
  return html`<section class="right kw-pad" aria-label=${say("web-doing")}>
    <p class="kw-word" aria-live="polite">${word.length
      ? html`<${Cards} word=${word.map(({ letter }) => letter).join("")} blue=${word.map(({ zone }) => zone)}
          blanks=${word.flatMap(({ card }, at) => (card === "?" ? [at + 1] : []))} />`
      : html`<span class="small">${say("web-keyword-how")}</span>`}</p>
    ${asks ? html`<h2>${say("web-keyword-means")}</h2>
      <div class="kw-letters">${ABC.map((letter) => html`<button type="button" key=${letter} onClick=${mean(letter)}>${letter}</button>`)}</div>`
    : html`<div class="kw-picks" role="group" aria-label=${say("web-keyword-row")}>${view.row.flatMap((card, at) => (card ? [button({ zone: at + 1, at, card }, "blue")] : []))}</div>
      <div class="kw-picks" role="group" aria-label=${say("web-keyword-hand")}>${hand.map((card, at) => button({ zone: 0, at, card }, "orange"))}</div>
      <p class="pair kw-do">
        <button type="button" class="main" disabled=${!word.length} onClick=${lay}>${say("web-keyword-lay")}</button>
        <button type="button" disabled=${!word.length} onClick=${() => spell(word.slice(0, -1))}>${say("web-keyword-back")}</button>
        <button type="button" onClick=${() => pass([])}>${say("web-keyword-pass")}</button></p>`}
  </section>`;
}

/** Which cards go, where one takes no part in the round. */
function Pass({ hand, passes, pass, send }) {
  const turn = (at) => () => pass(passes.includes(at) ? passes.filter((one) => one !== at) : [...passes, at]);
  const give = () => send("/api/do", { do: "pass", discard: passes.map((at) => hand[at]) });
  return html`<section class="right kw-pad" aria-label=${say("web-doing")}>
    <h2>${say("web-keyword-pass-title")}</h2>
    <div class="kw-picks" role="group" aria-label=${say("web-keyword-hand")}>${hand.map((card, at) => html`
      <button type="button" key=${at} class="kw-pick orange" aria-pressed=${passes.includes(at)} onClick=${turn(at)}><b>${card}</b></button>`)}</div>
    <p class="pair kw-do"><button type="button" class="main" onClick=${give}>${say("web-keyword-pass-n", { n: passes.length })}</button>
      <button type="button" onClick=${() => pass(null)}>${say("web-keyword-back-to-word")}</button></p>
  </section>`;
}

export const seat = { Now, Acts, Pad, purpose, yours };
