/** A player's phone: whose turn it is, guesses, the maker's secret, a private hunch. */
import { Dialog } from "./dialog.js";
import { Join } from "./join.js";
import { Alphabet, Letter, Pieces, inWords } from "./letters.js";
import { act, connect } from "./live.js";
import { hear } from "./loudspeaker.js";
import { KINDS, NoToken, Piece, Symbol as Sign } from "./pieces.js";
import { remember } from "./promise.js";
import { Begin, Leave, More, Retire } from "./seat-more.js";
import { html, render, useState } from "./vendor/preact.js";
import { WordPad } from "./wordpad.js";
import { loadWords, say } from "./words.js";

function Seat({ state, letters }) {
  const { you, players } = state;
  const [open, setOpen] = useState("");
  const [why, setWhy] = useState("");
  const me = players.find((one) => one.seat === you.seat) ?? { name: "", symbol: "" };
  const send = async (path, body) => {
    const answer = await act(path, body);
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    return answer;
  };
  const given = { state, you, send, setWhy, setOpen };
  return html`
    <header>
      <p class="me">${me.symbol && html`<${Sign} name=${me.symbol} />`} <b>${me.name}</b></p>
      <button type="button" onClick=${() => setOpen("letters")}>${say("web-alphabet")}</button>
      <button type="button" onClick=${() => setOpen("more")}>${say("web-more")}</button>
    </header>
    <${Now} state=${state} me=${me} />
    <p class="why" role="alert">${why}</p>
    <${Doing} ...${given} key=${purpose(you)} />
    ${open === "letters" && html`<${Dialog} title=${say("web-alphabet")} closeWord=${say("web-close")}
      close=${() => setOpen("")}><${Alphabet} letters=${letters} say=${say} /></${Dialog}>`}
    ${open && SHEETS[open] && html`<${SHEETS[open]} key=${open} ...${given} />`}`;
}

/** What opens in front of the page, by name. */
const SHEETS = { more: More, retire: Retire, leave: Leave, begin: Begin };

/** What a phone is for at this moment; a change of it clears what was spelled. */
function purpose(you) {
  return you.may.includes("secret") ? "secret" : you.may.includes("guess") ? "guess" : "look";
}

/** Whose turn it is, what is waited for, and what lies. */
function Now({ state, me }) {
  const { view, you } = state;
  const mine = view && !view.over && !view.waiting && view.turn === you.seat;
  return html`<section class=${`now ${mine ? "mine" : ""}`} aria-label=${say("web-now")}>
    <h1 aria-live="polite">${state.kind && html`<${Piece} kind=${state.kind} />`}
      ${mine && html`<b>${say("web-your-turn")}</b>${" "}`}<span>${state.line}</span></h1>
    ${state.paused && html`<p class="big">${say("web-paused")}</p>`}
    ${view && html`<ol class="strip" aria-label=${say("web-zones")}>${state.zones.filter((face) => face.in_word)
      .map((face) => html`<${Zone} key=${face.zone} face=${face} />`)}</ol>`}
    ${view && html`<${Facts} state=${state} />`}
    ${state.hunches.length > 0 && html`<p>${say("web-hunches", state.hunches.at(-1))}</p>`}
  </section>`;
}

function Zone({ face }) {
  return html`<li class=${face.lamp}>
    <span class="number">${face.zone}</span>
    <b class="answer">${face.lamp === "dark" ? "" : face.word}</b>
    ${face.letter
      ? html`<${Letter} letter=${face.letter} build=${face.build} /><span class="unseen">${face.letter}</span>`
      : html`<${Pieces} counts=${face.placed} /><span class="unseen">${inWords(face.placed, say)}</span>`}
    <span class="noes">${KINDS.map((kind, place) => face.covered[place] && html`
      <${NoToken} kind=${kind} /><span class="unseen">${say("web-zone-not", { pieces: say(`kind-${kind}`) })}</span>`)}</span>
  </li>`;
}

function Facts({ state: { view, you, players } }) {
  const name = (seat) => players.find((one) => one.seat === seat)?.name ?? say("web-the-board");
  return html`
    <p class="facts">
      <span>${say("web-round", { n: view.round, of: view.rounds })}</span>
      ${view.tokens[you.seat] !== undefined && view.maker !== you.seat && !view.waiting && html`
        <span>${say("web-tokens", { n: view.tokens[you.seat] })}</span>`}
      ${view.bonus_mode && html`<span>${say("web-bonus", { n: view.bonus_left })}</span>
        <span>${say("web-hidden", { n: view.hidden })}</span>`}
      <span>${say("web-points-n", { n: view.totals[you.seat] ?? 0 })}</span>
    </p>
    ${view.guesses.length > 0 && html`<p class="facts">${say("web-guessed")} ${view.guesses
      .map(([seat, word]) => `${name(seat)} ${word}`).join(" · ")}</p>`}`;
}

/** The buttons and the pad of what may be done now. */
function Doing({ state, you, send, setWhy, setOpen }) {
  const [word, spell] = useState("");
  const [rows, setRows] = useState(false);
  const [again, setAgain] = useState("");
  const may = (name) => you.may.includes(name);
  const line = (body) => async () => {
    const answer = await send("/api/do", body);
    if (answer.ok) spell("");
    setAgain(answer.refused === "word-unknown" ? "override" : "");
  };
  const secret = may("secret") && (!you.secret || again === "change");
  const whole = word.length === state.length;
  const pad = secret || may("guess") || may("hunch");
  const first = (event) => document.querySelector(".doing .main:not(:disabled)")?.focus(event);
  return html`<section class="doing" aria-label=${say("web-doing")}>
    ${you.secret && html`<${Secret} secret=${you.secret} />`}
    ${may("ask") && html`<p class="pair">
      <button type="button" class="main" onClick=${line({ do: "ask" })}>${say("web-ask")}</button>
      <button type="button" onClick=${line({ do: "pass" })}>${say("web-pass")}</button></p>`}
    ${you.secret && may("secret") && again !== "change" && html`
      <p><button type="button" onClick=${() => setAgain("change")}>${say("web-secret-change")}</button></p>`}
    ${pad && html`
      <h2>${say(secret ? "web-secret-title" : may("guess") ? "web-guess-title" : "web-hunch-title")}</h2>
      <${WordPad} ...${{ word, spell, rows, say }} length=${state.length} language=${state.language} hidden=${secret}
        label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)} done=${first} />
      <p class="pair">
        ${secret && html`<button type="button" class="main" disabled=${!whole}
          onClick=${line({ do: "secret", word })}>${say("web-secret-set")}</button>`}
        ${secret && again === "override" && html`<button type="button" disabled=${!whole}
          onClick=${line({ do: "secret", word, override: true })}>${say("web-secret-anyway")}</button>`}
        ${may("guess") && html`<button type="button" class="main" disabled=${!whole}
          onClick=${line({ do: "guess", word })}>${say("web-guess", { word: whole ? word : "…" })}</button>`}
        ${may("hunch") && html`<button type="button" disabled=${!whole}
          onClick=${async () => (await send("/api/hunch", { word })).ok && spell("")}>${say("web-hunch")}</button>`}
      </p>
      ${may("guess") && html`<p class="small">${say("web-guess-costs")}</p>`}
      ${may("hunch") && html`<p class="small">${you.hunch
        ? say("web-hunch-is", { word: you.hunch })
        : say("web-hunch-what")}</p>`}`}
    ${may("retire") && html`<p><button type="button" onClick=${() => setOpen("retire")}>${say("web-retire")}</button></p>`}
    ${may("begin") && html`<p><button type="button" class="main" onClick=${() => setOpen("begin")}>${say("web-begin")}</button></p>`}
  </section>`;
}

/** The maker's own word: it shows only while it is held. */
function Secret({ secret }) {
  const [held, hold] = useState(false);
  const key = (down) => (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    hold(down);
  };
  return html`<div class="secret">
    <button type="button" class="main" aria-pressed=${held} onPointerDown=${() => hold(true)} onPointerUp=${() => hold(false)}
      onPointerLeave=${() => hold(false)} onPointerCancel=${() => hold(false)} onBlur=${() => hold(false)}
      onKeyDown=${key(true)} onKeyUp=${key(false)} onContextMenu=${(event) => event.preventDefault()}>
      ${say("web-secret-hold")}</button>
    <div class="shown" aria-live="polite">${held && html`
      <p class="word">${[...secret.word].map((letter, at) => html`
        <span><b>${letter}</b><${Pieces} counts=${secret.builds[at]} /></span>`)}
        <span class="unseen">${secret.word}</span></p>
      <p>${say("web-secret-left")} <${Pieces} counts=${secret.hidden} />
        <span class="unseen">${inWords(secret.hidden, say)}</span></p>`}</div>
  </div>`;
}

const page = document.getElementById("page");
await loadWords();
const { letters } = await (await fetch("/api/alphabet")).json();
connect("seat", (state) => {
  hear(state);
  remember(state);
  render(state.you
    ? html`<${Seat} state=${state} letters=${letters} />`
    : html`<${Join} state=${state} />`, page);
});
