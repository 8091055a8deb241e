/** The page of a player's phone: the turn, the possible actions, and private data. */
import { gamed } from "../games/load.js";
import { Beat } from "./seat/beat.js";
import { Body, tasked, won } from "./seat/body.js";
import { Head } from "./seat/head.js";
import { lazy } from "../parts/lazy.js";
import { actShowing, connect } from "../parts/live.js";
import { forget } from "../parts/letters/kept.js";
import { remember } from "../parts/promise.js";
import { html, render, useState } from "../vendor/preact.js";
import { loadWords } from "../parts/words.js";

/** Called with each document once the menu has loaded the loudspeaker. */
let hear = () => {};

/** Load the dialogs of this page, all at once. */
async function sheets() {
  const more = await import("./seat/more.js");
  ({ hear } = more);
  return more;
}

/** Parts that a phone with a seat does not need. */
const Join = lazy(() => import("./seat/join.js"), "Join");
const SHEETS = { more: lazy(sheets, "More"), leave: lazy(sheets, "Leave"), begin: lazy(sheets, "Begin"), rules: lazy(sheets, "HouseRules"), help: lazy(sheets, "Help") };

function Seat({ state, letters, game }) {
  const { you, players } = state;
  const [sheet, open] = useState("");
  const [why, setWhy] = useState("");
  const own = game.seat ?? {};
  const me = players.find((one) => one.seat === you.seat) ?? { name: "", symbol: "", animal: "", points: null };
  const send = actShowing(setWhy);
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

const page = document.getElementById("page");
await loadWords();
connect("seat", gamed("seat", (newest, letters, game, again) => {
  const state = (newest.you && game.seat?.held?.(newest, again)) ?? newest;
  render(state.you
    ? html`<${Seat} state=${state} letters=${letters} game=${game} />`
    : html`<${Join} state=${state} />`, page);
  if (!state.you || !state.view || state.view.over) forget();
  hear(state);
  setTimeout(remember, 0, state); // what can be seen comes first
}), { wakes: ({ phase, paused }) => phase === "playing" && !paused });
