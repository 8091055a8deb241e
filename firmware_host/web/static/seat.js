/** A player's phone: whose turn it is, guesses, the maker's secret, a private hunch. */
import { Dialog } from "./dialog.js";
import { Join } from "./join.js";
import { Alphabet, Letter, Pieces, inWords, lettered } from "./letters.js";
import { act, connect } from "./live.js";
import { hear } from "./loudspeaker.js";
import { KINDS, NoToken, Piece, Symbol as Sign, Token } from "./pieces.js";
import { remember } from "./promise.js";
import { Begin, Leave, More, Retire } from "./seat-more.js";
import { hunched, task } from "./turn.js";
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
  const doing = { ...given, key: purpose(you) };
  return html`
    <div class="left">
      <header>
        <p class="me">${me.symbol && html`<${Sign} name=${me.symbol} />`} <b>${me.name}</b></p>
        <button type="button" onClick=${() => setOpen("letters")}>${say("web-alphabet")}</button>
        <button type="button" onClick=${() => setOpen("more")}>${say("web-more")}</button>
      </header>
      <${Now} state=${state} />
      <p class="why" role="alert">${why}</p>
      <${Acts} ...${given} />
    </div>
    <${Pad} ...${doing} />
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

/** What whoever is on turn is asked to do. */
const TASKS = {
  take: "web-you-take",
  place: "web-you-place",
  asked: "web-you-asked",
  bonus: "web-you-bonus",
  guess: "web-you-guess",
  wait: "web-you-wait",
};

/** Whose turn it is, what is waited for, and what lies. */
function Now({ state }) {
  const { view, you } = state;
  const mine = view && !view.over && !view.waiting && view.turn === you.seat;
  return html`<section class=${`now ${mine ? "mine" : ""}`} aria-label=${say("web-now")}>
    <h1 aria-live="polite">${state.kind && html`<${Piece} kind=${state.kind} />`}
      ${mine ? html`<b>${say("web-your-turn")}</b> ${say(TASKS[task(view)])}` : state.line}
      ${state.kind && html`<span class="unseen"> ${say(`kind-${state.kind}`)}</span>`}</h1>
    ${state.paused && html`<p class="big">${say("web-paused")}</p>`}
    ${view && html`<ol class="strip" aria-label=${say("web-zones")}>${state.zones.filter((face) => face.in_word)
      .map((face) => html`<${Zone} key=${face.zone} face=${face} />`)}</ol>`}
    ${view && html`<${Facts} state=${state} />`}
    ${state.hunches.length > 0 && html`<p>${hunched(state.hunches)}</p>`}
  </section>`;
}

function Zone({ face }) {
  return html`<li class=${face.lamp}>
    <span class="top"><span>${face.zone}</span> <b>${face.lamp === "dark" ? "" : face.word}</b></span>
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
        <span>${say("web-tokens", { n: view.tokens[you.seat] })}
          ${Array.from({ length: view.tokens[you.seat] }, () => html` <${Token} />`)}</span>`}
      ${view.bonus_mode && html`<span>${say("web-bonus", { n: view.bonus_left })}</span>
        <span>${say("web-hidden", { n: view.hidden })}</span>`}
      <span>${say("web-points-n", { n: view.totals[you.seat] ?? 0 })}</span>
    </p>
    ${view.guesses.length > 0 && html`<p class="facts">${say("web-guessed")} ${view.guesses
      .map(([seat, word]) => `${name(seat)} ${word}`).join(" · ")}</p>`}`;
}

/** What may be done now with a button alone. */
function Acts({ you, send, setOpen }) {
  const may = (name) => you.may.includes(name);
  const line = (body) => () => send("/api/do", body);
  return html`
    ${you.secret && html`<${Secret} secret=${you.secret} />`}
    ${may("ask") && html`<p class="pair">
      <button type="button" class="main" onClick=${line({ do: "ask" })}>${say("web-ask")}</button>
      <button type="button" onClick=${line({ do: "pass" })}>${say("web-pass")}</button></p>`}
    ${may("begin") && html`<p class="pair">
      <button type="button" class="main" onClick=${() => setOpen("begin")}>${say("web-begin")}</button></p>`}`;
}

/** A word to spell: the maker's secret, a guess, or a hunch. */
function Pad({ state, you, send }) {
  const [word, spell] = useState("");
  const [rows, setRows] = useState(false);
  const [again, setAgain] = useState("");
  const may = (name) => you.may.includes(name);
  const secret = may("secret");
  if (secret && you.secret && again !== "change") {
    return html`<section class="right"><p class="pair">
      <button type="button" onClick=${() => setAgain("change")}>${say("web-secret-change")}</button></p></section>`;
  }
  if (!secret && !may("guess") && !may("hunch")) return null;
  const submit = (path, body) => async () => {
    const answer = await send(path, body);
    if (answer.ok) spell("");
    setAgain(answer.refused === "word-unknown" ? "override" : "");
  };
  const whole = word.length === state.length;
  const button = (text, path, body, main = true) => html`<button type="button" class=${main ? "main" : ""}
    disabled=${!whole} onClick=${submit(path, body)}>${text}</button>`;
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2>${say(secret ? "web-secret-title" : may("guess") ? "web-guess-title" : "web-hunch-title")}</h2>
    <${WordPad} ...${{ word, spell, rows, say }} length=${state.length} language=${state.language} hidden=${secret}
      label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)} done=${toButton}>
      <p class="pair">
        ${secret && button(say("web-secret-set"), "/api/do", { do: "secret", word })}
        ${secret && again === "override"
          && button(say("web-secret-anyway"), "/api/do", { do: "secret", word, override: true }, false)}
        ${may("guess") && button(say("web-guess", { word: whole ? word : "…" }), "/api/do", { do: "guess", word })}
        ${may("hunch") && button(say("web-hunch"), "/api/hunch", { word }, false)}
      </p>
    </${WordPad}>
    ${may("guess") && html`<p class="small">${say("web-guess-costs")}</p>`}
    ${may("hunch") && html`<p class="small">${you.hunch
      ? say("web-hunch-is", { word: you.hunch })
      : say("web-hunch-what")}</p>`}
  </section>`;
}

/** Enter in the word goes to the button: a guess costs a token, so it is pressed there. */
const toButton = () => requestAnimationFrame(() =>
  document.querySelector(".wordpad .pair button:not(:disabled)")?.focus());

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
connect("seat", lettered((state, letters) => {
  hear(state);
  remember(state);
  render(state.you
    ? html`<${Seat} state=${state} letters=${letters} />`
    : html`<${Join} state=${state} />`, page);
}));
