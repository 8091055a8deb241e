/** A player's phone: whose turn it is, what this one may do, and what only it may see. */
import { Dialog } from "../parts/dialog.js";
import { gamed } from "../games/load.js";
import { Sand } from "../parts/clocks.js";
import { Join } from "./seat/join.js";
import { act, connect } from "../parts/live.js";
import { LetIn, LookingOn } from "./seat/looking-on.js";
import { hear } from "../parts/sound/loudspeaker.js";
import { Piece, Symbol as Sign } from "../parts/pieces.js";
import { remember } from "../parts/promise.js";
import { Begin, HouseRules, Leave, More } from "./seat/more.js";
import { html, render, useState } from "../vendor/preact.js";
import { loadWords, say } from "../parts/words.js";
import { SeatZones } from "../parts/zones.js";

function Seat({ state, letters, game }) {
  const { you, players } = state;
  const [sheet, open] = useState("");
  const [why, setWhy] = useState("");
  const own = game.seat ?? {};
  const me = players.find((one) => one.seat === you.seat) ?? { name: "", symbol: "" };
  const send = async (path, body) => {
    const answer = await act(path, body);
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    return answer;
  };
  const given = { state, you, send, open, letters, game };
  const late = sheet === "begin" && state.phase === "playing"; // somebody else has begun
  const Sheet = late ? null : SHEETS[sheet] ?? own.sheets?.[sheet];
  const plays = state.view && !you.looks_on;
  const key = `${state.page} ${own.purpose?.(state) ?? state.view?.turn === you.seat}`;
  return html`
    <div class="left">
      <header>
        <p class="me">${me.symbol && html`<${Sign} name=${me.symbol} />`} <b>${me.name}</b></p>
        ${own.Help && html`<button type="button" onClick=${() => open("help")}>${say(own.Help.code)}</button>`}
        <button type="button" onClick=${() => open("more")}>${say("web-more")}</button>
      </header>
      <${Now} ...${given} />
      <p class="why" role="alert">${why || state.fault}</p>
      ${you.looks_on && html`<${LookingOn} you=${you} name=${me.name} />`}
      <${LetIn} you=${you} send=${send} />
      ${plays && own.Acts && html`<${own.Acts} ...${given} />`}
      ${you.may.includes("begin") && html`<p class="pair">
        <button type="button" class="main" onClick=${() => open("begin")}>${say("web-begin")}</button></p>`}
    </div>
    ${plays && own.Pad && html`<${own.Pad} key=${key} ...${given} />`}
    ${sheet === "help" && own.Help && html`<${Dialog} title=${say(own.Help.code)} closeWord=${say("web-close")}
      close=${() => open("")}><${own.Help.Sheet} ...${given} /></${Dialog}>`}
    ${Sheet && html`<${Sheet} key=${sheet} ...${given} />`}`;
}

/** What opens in front of the page, by name; a game has more of its own. */
const SHEETS = { more: More, leave: Leave, begin: Begin, rules: HouseRules };

/** Return what this player is asked to do; null where it is somebody else's turn. */
function yours({ view, you, line }) {
  return !view.over && !view.waiting && view.turn === you.seat ? line : null;
}

/** Whose turn it is, what is waited for, and what everybody sees. */
function Now({ state, game, letters }) {
  const { view, kind, you } = state;
  const own = game.seat ?? {};
  const mine = view && !you.looks_on && !state.paused ? (own.yours ?? yours)(state) : null;
  return html`<section class=${`now ${mine === null ? "" : "mine"}`} aria-label=${say("web-now")}>
    <h1 aria-live="polite">${kind && html`<${Piece} kind=${kind} />`}
      ${mine === null ? state.line : html`<b>${say("web-your-turn")}</b> ${mine}`}
      ${kind && html`<span class="unseen"> ${say(`kind-${kind}`)}</span>`}</h1>
    <${Sand} state=${state} />
    ${view && (own.Now ? html`<${own.Now} state=${state} you=${you} letters=${letters} />` : html`<${SeatZones} state=${state} />`)}
  </section>`;
}

const page = document.getElementById("page");
await loadWords();
connect("seat", gamed((state, letters, game) => {
  render(state.you
    ? html`<${Seat} state=${state} letters=${letters} game=${game} />`
    : html`<${Join} state=${state} />`, page);
  hear(state);
  remember(state);
}));
