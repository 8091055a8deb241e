/** Decipher on a phone: a piece to lay, a word to guess, the maker's secret, a private hunch. */
import { Guess, Guessed } from "./pad.js";
import { Says } from "../../pages/seat/head.js";
import { lazy, script } from "../../parts/lazy.js";
import { SeatZones } from "../../pages/seat/zones.js";
import { Piece } from "../../parts/pieces.js";
import { GuessToken } from "../../parts/tokens.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { hunched, rounds, task } from "./turn.js";

/** The delay after the first document before more scripts are fetched, in milliseconds. */
const LATER_MS = 2000;

/** The guess tokens of a seeker at first, and the points of a bonus token. */
const TOKENS = 3, EACH = 2;

/** The task of the player on turn, at a real board or on this phone. */
const TASKS = { take: "web-you-take", place: "web-you-place", asked: "web-you-asked", bonus: "web-do-bonus", guess: "web-do-guess", wait: "web-you-wait" };

/** Return this player's task, or null on another player's turn. */
function yours({ view, you, virtual }) {
  if (view.over) return null;
  if (view.waiting) return view.maker === you.seat && !you.secret ? say("web-do-secret") : null;
  if (view.turn !== you.seat) return null;
  return say(virtual && task(view) === "place" ? "web-do-place" : TASKS[task(view)]);
}

/** The guess tokens beside the name, or the number of the round. */
function Head({ state: { view }, you, me }) {
  const tokens = view.tokens[you.seat];
  if (tokens === undefined || view.maker === you.seat || view.waiting || view.over) return html`<span>${rounds(view)}</span>`;
  return html`<span class="unseen">${say("web-tokens", { n: tokens })}</span>
    ${Array.from({ length: Math.max(TOKENS, tokens) }, (_, at) => html`<${GuessToken} key=${at} player=${me.animal} spent=${at >= tokens} />`)}`;
}

/** The page of the maker. */
const Maker = lazy(() => import("./secret.js"), "Maker");
const Predict = lazy(() => import("../../pages/seat/predict.js"), "Predict");

/** Parts behind "More" and after a hunch. */
const behind = (name) => lazy(() => import("./more.js"), name);
const Receipt = behind("Receipt");

/** Return true if the player can predict now, or waits for the result. */
const predicts = ({ paused, you }) => !paused && Boolean(you.prediction) && (you.prediction.may || you.prediction.chosen !== null);

/** The page of a round, by what this player may do. */
function Play(given) {
  const { state, you, task: mine } = given;
  const { view } = state, what = task(view);
  const [guessing, guess] = useState(false);
  const [locked, lock] = useState("");
  const may = (name) => you.may.includes(name);
  useEffect(() => {
    guess(false);
    lock("");
  }, [view.round, mine === null]);
  if (may("secret") || you.secret) return html`<${Maker} ...${given} />`;
  if (locked && !state.paused) return html`<${Receipt} word=${locked} letters=${given.letters} done=${() => lock("")} />`;
  const turn = mine !== null && what !== "guess";
  if (turn && !guessing) return html`<${Turn} ...${given} what=${what} guess=${() => guess(true)} />`;
  if (!guessing && predicts(state)) return html`<${Predicting} ...${given} guess=${may("guess") || may("hunch") ? () => guess(true) : null} />`;
  if (!state.paused && (may("guess") || may("hunch"))) return html`<${Guess} ...${given} task=${turn ? say("web-guess-title") : mine} lock=${lock} leave=${turn ? () => guess(false) : null} />`;
  return html`<${Look} ...${given} />`;
}

/** A piece to lay: its zone is tapped, and one large button lays it; at a real board it is laid by hand. */
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
    <div class="below"><${SeatZones} ...${{ state, letters }} chosen=${zone} choose=${here ? choose : null} kind=${kind} label=${(n) => say("web-seat-pick", { n })} />
      <${Guessed} state=${state} you=${you} />
      ${what === "bonus" && html`<p class="two"><button type="button" onClick=${line("pass")}>${say("web-pass")}</button>
        <button type="button" onClick=${line("ask")}><span>${say("web-ask")} <small>${say("web-ask-costs", { n: EACH })}</small></span></button></p>`}
      <p class="two"><button type="button" class=${what === "bonus" ? "main" : ""} onClick=${guess}>${say("web-seat-know")}</button>
        ${here && html`<button type="button" class="main" disabled=${!zone || busy} onClick=${lay}>${zone ? say("web-seat-lay", { n: zone }) : say("web-seat-tap")}</button>`}</p>
    </div></div>`;
}

/** Another player holds a piece: this player predicts its zone. */
function Predicting({ state, you, send, letters, task: mine, guess }) {
  return html`<div class="play predicts"><div class="above"><${Says} state=${state} task=${mine} />
      <${Predict} ...${{ state, you, send }} /></div>
    <div class="below"><${SeatZones} state=${state} letters=${letters} /><${Guessed} state=${state} you=${you} />
      ${guess && html`<p class="two"><button type="button" onClick=${guess}>${say("web-seat-know")}</button></p>`}</div></div>`;
}

/** Nothing to do: a word is being made, or the game is paused. */
function Look({ state, you, send, letters, task: mine }) {
  return html`<div class="play look"><div class="above"><${Says} state=${state} task=${mine} />
      <p class="facts">${rounds(state.view)}</p>${state.hunches.length > 0 && html`<p class="facts">${hunched(state.hunches)}</p>`}</div>
    <div class="below"><${SeatZones} state=${state} letters=${letters} /><${Guessed} state=${state} you=${you} />
      ${state.paused && you.may.includes("pause") && html`<p class="two"><button type="button" class="main" onClick=${() => send("/api/pause", { paused: false })}>${say("web-go-on")}</button></p>`}</div></div>`;
}

/** Below the winner: the last word, and the hunches for it. */
const Now = ({ state, letters }) => html`<${SeatZones} state=${state} letters=${letters} />
  ${state.hunches.length > 0 && html`<p class="facts">${hunched(state.hunches)}</p>`}`;

/** The reveal is fetched later, because it is not needed before a round ends. */
let follow = null, fetched = null;

/** Return the document that this phone may show now. */
function held(state, redraw) {
  fetched ??= setTimeout(async () => (follow = (await script(() => import("../../parts/reveal.js"))).heldBy({ holds: true })), LATER_MS);
  return follow?.(state, redraw) ?? state;
}

export const seat = { finds: true, held, Play, Head, Now, More: behind("More"), Help: { code: "web-alphabet", Sheet: behind("Letters") }, yours, sheets: { retire: behind("Retire"), hints: behind("Hints") } };
