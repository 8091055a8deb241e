/** A player's phone: whose turn it is, what this one may do, and what only it may see. */
import { Dialog } from "../parts/dialog.js";
import { gamed } from "../games/load.js";
import { Beat } from "./seat/beat.js";
import { Ended, won } from "./seat/ended.js";
import { Head, Here, Says } from "./seat/head.js";
import { Join } from "./seat/join.js";
import { act, connect } from "../parts/live.js";
import { LetIn, LookingOn } from "./seat/looking-on.js";
import { forget } from "../parts/kept.js";
import { hear } from "../parts/sound/loudspeaker.js";
import { remember } from "../parts/promise.js";
import { Begin, HouseRules, Leave, More } from "./seat/more.js";
import { html, render, useState } from "../vendor/preact.js";
import { loadWords, say } from "../parts/words.js";
import { SeatZones } from "./seat/zones.js";

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
    ${sheet === "help" && own.Help && html`<${Dialog} title=${say(own.Help.code)} closeWord=${say("web-close")}
      close=${() => open("")}><${own.Help.Sheet} ...${given} /></${Dialog}>`}
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
  const looking = html`${you.looks_on && html`<${LookingOn} you=${you} name=${given.me.name} />`}<${LetIn} you=${you} send=${send} />`;
  if (own.Play && state.view && !over) return html`${looking}<${own.Play} ...${given} />`;
  const key = `${state.page} ${own.purpose?.(state) ?? state.view?.turn === you.seat}`;
  return html`<div class="left">
      ${over ? html`<${Ended} ...${given} />` : state.phase === "choosing" ? html`<${Here} state=${state} />` : html`<${Says} state=${state} task=${task} />`}
      ${looking}
      ${state.view && html`<div class="table">${own.Now ? html`<${own.Now} state=${state} you=${you} letters=${letters} />`
        : html`<${SeatZones} state=${state} letters=${letters} />`}</div>`}
      ${plays && own.Acts && html`<${own.Acts} ...${given} />`}
      ${!over && you.may.includes("begin") && html`<p class="pair">
        <button type="button" class="main" onClick=${() => open("begin")}>${say("web-begin")}</button></p>`}
    </div>
    ${plays && own.Pad && html`<${own.Pad} key=${key} ...${given} />`}`;
}

/** What opens in front of the page, by name; a game has more of its own. */
const SHEETS = { more: More, leave: Leave, begin: Begin, rules: HouseRules };

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
}));
