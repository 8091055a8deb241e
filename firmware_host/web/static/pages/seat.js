/** A player's phone: whose turn it is, what this one may do, and what only it may see. */
import { gamed } from "../games/load.js";
import { Beat } from "./seat/beat.js";
import { Head, Here, Says } from "./seat/head.js";
import { lazy } from "../parts/lazy.js";
import { act, connect } from "../parts/live.js";
import { forget } from "../parts/letters/kept.js";
import { remember } from "../parts/promise.js";
import { html, render, useState } from "../vendor/preact.js";
import { loadWords, say } from "../parts/words.js";
import { SeatZones } from "./seat/zones.js";

/** Told of each document once there is a loudspeaker to turn on: the list behind "More" brings it. */
let hear = () => {};

/** What opens in front of the page; all of them come together. */
async function sheets() {
  const more = await import("./seat/more.js");
  ({ hear } = more);
  return more;
}

/** What a phone that plays does without. */
const Join = lazy(() => import("./seat/join.js"), "Join");
const Ended = lazy(() => import("./seat/ended.js"), "Ended");
const LookingOn = lazy(() => import("./seat/looking-on.js"), "LookingOn");
const Predict = lazy(() => import("./seat/predict.js"), "Predict");
const LetIn = lazy(() => import("./seat/looking-on.js"), "LetIn");
const SHEETS = { more: lazy(sheets, "More"), leave: lazy(sheets, "Leave"), begin: lazy(sheets, "Begin"), rules: lazy(sheets, "HouseRules"), help: lazy(sheets, "Help") };

/** Whether this phone's player has won against somebody. */
const won = ({ view, you, players }) => Boolean(view?.over && players.length > 1 && view.winners?.includes(you.seat));

function Seat({ state, letters, game }) {
  const { you, players } = state;
  const [sheet, open] = useState("");
  const [why, setWhy] = useState("");
  const own = game.seat ?? {};
  const me = players.find((one) => one.seat === you.seat) ?? { name: "", symbol: "", animal: "", points: null };
  const send = async (path, body) => {
    const answer = await act(path, body);
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    return answer;
  };
  const task = tasked(state, own);
  const given = { state, you, send, open, letters, game, task, me };
  const late = sheet === "begin" && state.phase === "playing"; // somebody else has begun
  const Sheet = late ? null : SHEETS[sheet] ?? own.sheets?.[sheet];
  const ground = won(state) ? "gold" : task === null ? "" : "turn";
  return html`<div class=${`seat who-${me.animal || "board"} ${ground} ${own.Play && state.view && !state.view.over ? "whole" : ""}`}>
    <${Head} ...${given} />
    <p class="why" role="alert">${why || state.fault}</p>
    <${Body} ...${given} />
    <${Beat} state=${state} me=${me} game=${game} />
    ${Sheet && html`<${Sheet} key=${sheet} ...${given} />`}</div>`;
}

/** Return what this player is asked to do; null where somebody else is, or nobody. */
function tasked(state, own) {
  const { view, you, paused } = state;
  return view && !view.over && !you.looks_on && !paused ? (own.yours ?? yours)(state) : null;
}

/** What stands below the head: a game's own page, or sentence, zones, buttons and pad one below the other. */
function Body(given) {
  const { state, you, send, game, open, letters, task } = given;
  const own = game.seat ?? {}, over = Boolean(state.view?.over);
  const plays = state.view && !you.looks_on && !over;
  const looking = html`${you.looks_on && html`<${LookingOn} you=${you} name=${given.me.name} />`}${you.waiting.length > 0 && html`<${LetIn} you=${you} send=${send} />`}`;
  if (own.Play && state.view && !over) return html`${looking}<${own.Play} ...${given} />`;
  const key = `${state.page} ${own.purpose?.(state) ?? state.view?.turn === you.seat}`;
  return html`<div class="left">
      ${over ? html`<${Ended} ...${given} mine=${won(state)} />` : state.phase === "choosing" ? html`<${Here} state=${state} />` : html`<${Says} state=${state} task=${task} />`}
      ${looking}
      ${state.view && html`<div class="table">${own.Now ? html`<${own.Now} state=${state} you=${you} letters=${letters} />`
        : html`<${SeatZones} state=${state} letters=${letters} />`}</div>`}
      ${plays && own.Acts && html`<${own.Acts} ...${given} />`}
      ${plays && predicted(you) && html`<${Predict} ...${given} />`}
      ${!over && you.may.includes("begin") && html`<p class="pair">
        <button type="button" class="main" onClick=${() => open("begin")}>${say("web-begin")}</button></p>`}
    </div>
    ${plays && own.Pad && html`<${own.Pad} key=${key} ...${given} />`}`;
}

/** Whether there is something to predict, or it was answered. */
const predicted = ({ prediction }) => prediction.may || prediction.chosen !== null || prediction.last;

/** Return what this player is asked to do; null where it is somebody else's turn. */
function yours({ view, you, line }) {
  return !view.over && !view.waiting && view.turn === you.seat ? line : null;
}

const page = document.getElementById("page");
await loadWords();
connect("seat", gamed("seat", (state, letters, game) => {
  render(state.you
    ? html`<${Seat} state=${state} letters=${letters} game=${game} />`
    : html`<${Join} state=${state} />`, page);
  if (!state.you || !state.view || state.view.over) forget();
  hear(state);
  remember(state);
}), { wakes: ({ phase, paused }) => phase === "playing" && !paused });
