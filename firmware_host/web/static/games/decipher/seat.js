/** Decipher on a phone: a piece to lay, a word to guess, the maker's secret, a private hunch. */
import { Guess, Guessed } from "./pad.js";
import { Predict, predicts } from "../../pages/seat/predict.js";
import { Says } from "../../pages/seat/head.js";
import { lazy } from "../../parts/lazy.js";
import { SeatZones } from "../../pages/seat/zones.js";
import { Letter } from "../../parts/letters/letters.js";
import { Piece } from "../../parts/pieces.js";
import { GuessToken } from "../../parts/tokens.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { hunched, rounds, task } from "./turn.js";

/** Guess tokens that a seeker begins a round with, and what a bonus token is worth. */
const TOKENS = 3, EACH = 2;

/** What whoever is on turn is asked to do: with hands at a real board, or on this phone. */
const TASKS = { take: "web-you-take", place: "web-you-place", asked: "web-you-asked", bonus: "web-do-bonus", guess: "web-do-guess", wait: "web-you-wait" };

/** Return what this player is asked to do; null for somebody else's turn. */
function yours({ view, you, virtual }) {
  if (view.over) return null;
  if (view.waiting) return view.maker === you.seat && !you.secret ? say("web-do-secret") : null;
  if (view.turn !== you.seat) return null;
  return say(virtual && task(view) === "place" ? "web-do-place" : TASKS[task(view)]);
}

/** The guess tokens that are left, beside the name; or which round it is. */
function Head({ state: { view }, you, me }) {
  const tokens = view.tokens[you.seat];
  if (tokens === undefined || view.maker === you.seat || view.waiting || view.over) return html`<span>${rounds(view)}</span>`;
  return html`<span class="unseen">${say("web-tokens", { n: tokens })}</span>
    ${Array.from({ length: Math.max(TOKENS, tokens) }, (_, at) => html`<${GuessToken} key=${at} player=${me.animal} spent=${at >= tokens} />`)}`;
}

/** Whoever makes the word. */
const Maker = lazy(() => import("./secret.js"), "Maker");

/** The whole page of a round: what it shows follows from what this player may do. */
function Play(given) {
  const { state, you, task: mine } = given;
  const { view } = state, what = task(view);
  const [guessing, guess] = useState(false);
  const [locked, lock] = useState("");
  const may = (name) => you.may.includes(name);
  useEffect(() => guess(false), [view.round, mine === null]);
  if (may("secret") || you.secret) return html`<${Maker} ...${given} />`;
  if (locked) return html`<${Receipt} word=${locked} letters=${given.letters} done=${() => lock("")} />`;
  const turn = mine !== null && what !== "guess";
  if (turn && !guessing) return html`<${Turn} ...${given} what=${what} guess=${() => guess(true)} />`;
  if (!guessing && predicts(state)) return html`<${Predicting} ...${given} guess=${may("guess") || may("hunch") ? () => guess(true) : null} />`;
  if (!state.paused && (may("guess") || may("hunch"))) return html`<${Guess} ...${given} task=${turn ? say("web-guess-title") : mine} lock=${lock} leave=${turn ? () => guess(false) : null} />`;
  return html`<${Look} ...${given} />`;
}

/** A piece to be laid: tapped where it belongs, and laid by the one large button; at a real board by hand. */
function Turn({ state, you, send, letters, task: mine, what, guess }) {
  const [zone, choose] = useState(0);
  const [busy, wait] = useState(false);
  const { view, virtual } = state, kind = view.holding;
  const here = virtual && what === "place";
  useEffect(() => choose(0), [kind, view.noes]);
  const lay = async () => {
    wait(true);
    await send("/api/lay", { zone });
    wait(false);
    choose(0);
  };
  const line = (name) => () => send("/api/do", { do: name });
  return html`<div class=${`play ${what === "bonus" ? "asks" : ""}`}>
    <div class="above"><${Says} state=${state} task=${mine} />
      ${what !== "bonus" && html`<div class="dish"><span class="bowl linen hollow">${kind && html`<${Piece} key=${kind} kind=${kind} />`}</span>
        ${kind && html`<p>${say(`kind-${kind}`)}</p>`}</div>`}</div>
    <div class="below"><${SeatZones} ...${{ state, letters }} chosen=${zone} choose=${here ? choose : null} label=${(n) => say("web-seat-pick", { n })} />
      <${Guessed} state=${state} you=${you} />
      ${what === "bonus" && html`<p class="two"><button type="button" onClick=${line("pass")}>${say("web-pass")}</button>
        <button type="button" onClick=${line("ask")}><span>${say("web-ask")} <small>${say("web-ask-costs", { n: EACH })}</small></span></button></p>`}
      <p class="two"><button type="button" class=${what === "bonus" ? "main" : ""} onClick=${guess}>${say("web-seat-know")}</button>
        ${here && html`<button type="button" class="main" disabled=${!zone || busy} onClick=${lay}>${zone ? say("web-seat-lay", { n: zone }) : say("web-seat-tap")}</button>`}</p>
    </div></div>`;
}

/** Somebody else holds a piece: this phone says where it belongs, before the board does. */
function Predicting({ state, you, send, letters, task: mine, guess }) {
  return html`<div class="play predicts"><div class="above"><${Says} state=${state} task=${mine} />
      <${Predict} ...${{ state, you, send }} /></div>
    <div class="below"><${SeatZones} state=${state} letters=${letters} /><${Guessed} state=${state} you=${you} />
      ${guess && html`<p class="two"><button type="button" onClick=${guess}>${say("web-seat-know")}</button></p>`}</div></div>`;
}

/** Nothing to do but to look: a word is being made, or the game is paused. */
function Look({ state, you, send, letters, task: mine }) {
  return html`<div class="play look"><div class="above"><${Says} state=${state} task=${mine} />
      <p class="facts">${rounds(state.view)}</p>${state.hunches.length > 0 && html`<p class="facts">${hunched(state.hunches)}</p>`}</div>
    <div class="below"><${SeatZones} state=${state} letters=${letters} /><${Guessed} state=${state} you=${you} />
      ${state.paused && you.may.includes("pause") && html`<p class="two"><button type="button" class="main" onClick=${() => send("/api/pause", { paused: false })}>${say("web-go-on")}</button></p>`}</div></div>`;
}

/** What a hunch leaves: a slip of paper with the word, seen by its player alone. */
function Receipt({ word, letters, done }) {
  return html`<div class="play receipt"><div class="above" role="status"><div class="printer"></div><div class="slip"><h2>${say("web-hunch-yours")}</h2>
      <p class="word" aria-hidden="true">${[...word].map((letter) => html`<${Letter} letter=${letter} build=${letters[letter] ?? []} small />`)}</p>
      <p class="large">${say("web-hunch-locked", { word })}</p><p>${say("web-hunch-sealed")}</p></div></div>
    <div class="below"><p class="two"><button type="button" class="main" onClick=${done}>${say("web-seat-game")}</button></p></div></div>`;
}

/** Under the winner: how the last word was laid, and who had it in mind. */
const Now = ({ state, letters }) => html`<${SeatZones} state=${state} letters=${letters} />
  ${state.hunches.length > 0 && html`<p class="facts">${hunched(state.hunches)}</p>`}`;

/** What lies behind "More", and opens from there. */
const behind = (name) => lazy(() => import("./more.js"), name);

export const seat = { finds: true, Play, Head, Now, More: behind("More"), Help: { code: "web-alphabet", Sheet: behind("Letters") }, yours, sheets: { retire: behind("Retire"), hints: behind("Hints") } };
