/** WQRDLES on a phone: a word to hide, a word to ask with, an attempt at somebody's word. */
import { useHeld } from "../../parts/held.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Hidden, foundWord, nameOf } from "./grid.js";
import { Pad, look, useLooked } from "./pad.js";

/** What this phone is for now: another purpose is another pad. */
function purpose({ view, you }) {
  const act = ["secret", "query", "decode", "guess"].find((verb) => you.may.includes(verb));
  return `${act ?? "look"} ${view ? view.round : 0} ${view ? view.rows.length : 0}`;
}

/** What this player is asked to do; null where it is others' turn. */
function yours({ view, you }) {
  if (!view || view.over || !view.awaited.includes(you.seat)) return null;
  const asked = {
    secrets: "web-wqrdles-you-secret",
    query: view.cards[you.seat]?.length ? "web-wqrdles-you-pick" : "web-wqrdles-you-query",
    decode: "web-wqrdles-you-decode",
    attempts: "web-wqrdles-you-guess",
  }[view.phase];
  return asked ? say(asked, { word: view.query, n: view.value }) : null;
}

/** One of the others' words with its marks; their names choose which. */
function Now({ state, you }) {
  const { view, players } = state;
  const { others, seat } = useLooked(state, you.seat);
  return html`<p class="facts">${!view.over && html`<span>${say("web-wqrdles-round", { n: view.round })}</span>`}
      ${!view.over && view.rows.length > 0 && html`<span>${say("web-wqrdles-row", { n: view.rows.length })}</span>`}</p>
    ${others.length > FEW ? html`<${Pager} ...${{ others, seat, players }} />`
      : others.length > 1 && html`<div class="wq-names" role="group" aria-label=${say("web-wqrdles-whose")}>
      ${others.map((one) => html`<button type="button" key=${one} aria-pressed=${one === seat} onClick=${() => look(one)}>
        ${nameOf(players, one)}${foundWord(view, one) && html`<i aria-hidden="true"> ★</i>`}</button>`)}</div>`}
    ${seat !== undefined && html`<${Hidden} state=${state} seat=${seat} legend />`}
    ${view.opened.length > 0 && html`<p class="facts">${view.opened.map(([by, of, word, earned]) => html`
      <span key=${by}>${nameOf(players, by)} → ${nameOf(players, of)} <b>${word}</b> ${earned ? `+${earned}` : "✗"}</span>`)}</p>`}`;
}

/** As many names as stand side by side in a phone's width. */
const FEW = 3;

/** One name of many, and a button for the one before and after it. */
function Pager({ others, seat, players }) {
  const at = others.indexOf(seat), count = others.length;
  const step = (by, sign) => {
    const other = others[(at + by + count) % count];
    return html`<button type="button" aria-label=${nameOf(players, other)} onClick=${() => look(other)}>${sign}</button>`;
  };
  return html`<div class="wq-names pager" role="group" aria-label=${say("web-wqrdles-whose")}>
    ${step(-1, "◀")}<b aria-live="polite">${nameOf(players, seat)} <span>${at + 1}/${count}</span></b>${step(1, "▶")}</div>`;
}

/** The own word, and what was tried with it: seen while the button is held. */
function Acts({ you }) {
  const [held, holding] = useHeld();
  if (!you.secret?.word) return null;
  return html`<p class="pair wq-acts"><button type="button" class="wq-own"
    ...${holding}>${held ? you.secret.word : say("web-wqrdles-own")}</button></p>`;
}

/** The points so far, those of this round with them. */
function points({ view, players, you }) {
  const me = players.find((one) => one.seat === you.seat);
  return view && me && me.points !== null ? me.points + (view.points?.[you.seat] ?? 0) : null;
}

export const seat = { points, Now, Acts, Pad, purpose, yours };
