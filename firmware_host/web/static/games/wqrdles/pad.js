/** What a player of WQRDLES spells or presses: a word to hide, one to ask with, marks, an attempt at somebody's word. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { WordPad } from "../../parts/letters/wordpad.js";
import { say } from "../../parts/words.js";
import { Hidden, Letter, foundWord, nameOf } from "./grid.js";
import { onKey, useNotes } from "./notes.js";

/** Whose word is looked at; the pad tries the one that is seen. */
let looked = null;
const listeners = new Set();

/** Look at the word of a player. */
export function look(seat) {
  looked = seat;
  for (const told of listeners) told(seat);
}

/** Return the others' seats, while one tries only those whose words are hidden, and the one whose word is looked at. */
export function useLooked({ view }, own) {
  const [, draw] = useState(looked);
  useEffect(() => {
    listeners.add(draw);
    return () => listeners.delete(draw);
  }, []);
  const every = view.seats.filter((seat) => seat !== own).sort((a, b) => a - b);
  const hidden = every.filter((seat) => !foundWord(view, seat));
  const others = view.phase === "attempts" && view.awaited.includes(own) ? hidden : every;
  const seat = others.includes(looked) ? looked : hidden[0] ?? others[0];
  return { others, hidden, seat };
}

/** The others' names, which choose whose word is looked at; nothing where there is no choice. */
function Whose({ state: { view, players }, others, seat }) {
  if (others.length > FEW) return html`<${Pager} ...${{ others, seat, players }} />`;
  return others.length > 1 && html`<div class="wq-names" role="group" aria-label=${say("web-wqrdles-whose")}>
    ${others.map((one) => html`<button type="button" key=${one} aria-pressed=${one === seat} onClick=${() => look(one)}>
      ${nameOf(players, one)}${foundWord(view, one) && html`<i aria-hidden="true"> ★</i>`}</button>`)}</div>`;
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

/** What has been answered about the word that is looked at; the others' names choose which. */
export const About = ({ state, others, seat }) => html`<${Whose} ...${{ state, others, seat }} />
  ${seat !== undefined && html`<${Hidden} state=${state} seat=${seat} legend />`}`;

/** The pad for what is to be done now; nothing where there is nothing. */
export function Pad({ state, you, send, extra }) {
  const { view } = state;
  const may = (verb) => you.may.includes(verb);
  if (may("secret")) return html`<${Hide} ...${{ state, you, send }} />`;
  if (may("query")) {
    const card = view.cards[you.seat] ?? [];
    return card.length ? html`<${Pick} ...${{ state, you, send, card }} />` : html`<${Ask} ...${{ state, you, send, extra }} />`;
  }
  if (may("decode")) return html`<${Decode} ...${{ state, you, send }} />`;
  return may("guess") ? html`<${Try} ...${{ state, you, send, extra }} />` : null;
}

/** A word to spell, and what is done with it. */
function Spelled({ state, title, hidden, hint, noted, extra, kind = "", children }) {
  const [word, spell] = useState("");
  const [rows, setRows] = useState(false);
  const whole = word.length === state.length;
  return html`<section class=${`right ${kind}`} aria-label=${say("web-doing")}>
    <h2>${title}</h2>
    <${WordPad} ...${{ word, spell, rows, say, noted, extra }} signs=${false} length=${state.length} language=${state.language} hidden=${hidden}
      label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)}>
      <p class="pair two">${children({ word, whole, clear: () => spell("") })}</p>
    </${WordPad}>
    ${hint && html`<p class="small">${hint}</p>`}
  </section>`;
}

function Hide({ state, you, send }) {
  const [again, change] = useState(false);
  if (you.secret?.word && !again) {
    return html`<section class="right wq-hid"><h2>${say("web-wqrdles-hidden")}</h2>
      <p class="pair two"><button type="button" onClick=${() => change(true)}>${say("web-secret-change")}</button></p></section>`;
  }
  const give = (word, clear, more) => async () => {
    const answer = await send("/api/do", { do: "secret", word, ...more });
    if (!answer.ok) return;
    clear();
    change(false);
  };
  return html`<${Spelled} state=${state} title=${say("web-wqrdles-hide-title")} hidden=${true} hint=${say("web-wqrdles-hide-hint")}>
    ${({ word, whole, clear }) => html`<button type="button" class="main" disabled=${!whole} onClick=${give(word, clear)}>
      ${say("web-wqrdles-hide")}</button>
      ${state.view.sequence === "each" && html`<button type="button" disabled=${!whole} onClick=${give(word, clear, { sequence: "off" })}>
        ${say("web-wqrdles-hide-clueless")}</button>`}`}</${Spelled}>`;
}

function Ask({ state, you, send, extra }) {
  const { seat } = useLooked(state, you.seat);
  const [notes] = useNotes(state.view, seat);
  const give = (word, clear) => async () => {
    if ((await send("/api/do", { do: "query", word })).ok) clear();
  };
  return html`<${Spelled} state=${state} title=${say("web-wqrdles-query-title")} noted=${onKey(notes)} extra=${extra}>
    ${({ word, whole, clear }) => html`<button type="button" class="main" disabled=${!whole} onClick=${give(word, clear)}>
      ${say("web-wqrdles-query", { word: whole ? word : "…" })}</button>`}</${Spelled}>`;
}

/** One of the card's words: it is chosen, then asked with. */
function Pick({ state, you, send, card }) {
  const [word, choose] = useState("");
  const number = state.view.hands.find(([seat]) => seat === you.seat)?.[1];
  const swap = async () => {
    choose("");
    await send("/api/do", { do: "swap" });
  };
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2>${say("web-wqrdles-your-card", { n: number })}</h2>
    <div class="wq-pick">${card.map((one) => html`<button type="button" key=${one} aria-pressed=${one === word} onClick=${() => choose(one)}>${one}</button>`)}</div>
    <p class="pair two">${you.may.includes("swap") && html`<button type="button" onClick=${swap}>${say("web-wqrdles-swap")}</button>`}
      <button type="button" class="main" disabled=${!word} onClick=${() => send("/api/do", { do: "query", word })}>${word ? say("web-wqrdles-query", { word }) : say("web-wqrdles-tap-word")}</button></p>
  </section>`;
}

/** What follows each mark when its letter is pressed. */
const NEXT = { "-": "y", y: "g", g: "-" };

function Decode({ state, you, send }) {
  const { query } = state.view;
  const [marks, set] = useState("-".repeat(query.length));
  const turn = (at) => set(marks.slice(0, at) + NEXT[marks[at]] + marks.slice(at + 1));
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2>${say("web-wqrdles-you-decode", { word: query })}</h2>
    <div class=${`wq-decode of-${query.length}`}>${[...query].map((letter, at) => html`<button type="button" key=${at} onClick=${() => turn(at)}>
      <${Letter} letter=${letter} sign=${marks[at]} /></button>`)}</div>
    <p class="small">${say("web-wqrdles-decode-hint")} ${you.secret?.word && html`<b>${you.secret.word}</b>`}</p>
    <p class="pair two"><button type="button" class="main" onClick=${() => send("/api/do", { do: "decode", marks })}>${say("web-wqrdles-decode")}</button></p>
  </section>`;
}

function Try({ state, you, send, extra }) {
  const { seat: of } = useLooked(state, you.seat);
  const name = nameOf(state.players, of);
  const [notes] = useNotes(state.view, of);
  const give = (word, clear) => async () => {
    if ((await send("/api/do", { do: "guess", of, word })).ok) clear();
  };
  return html`<${Spelled} state=${state} title=${say("web-wqrdles-try-title", { name })}
      hint=${state.view.race ? "" : say("web-wqrdles-try-hint")} hidden=${!state.view.race} noted=${onKey(notes)} extra=${extra} kind="wq-try">
    ${({ word, whole, clear }) => html`<button type="button" onClick=${() => send("/api/do", { do: "pass" })}>${say("web-wqrdles-none")}</button>
      <button type="button" class="main" disabled=${!whole} onClick=${give(word, clear)}>${say("web-wqrdles-try", { name })}</button>`}</${Spelled}>`;
}
