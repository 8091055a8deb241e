/** The wall: for five metres away. It shows, and changes nothing in the game. */
import { Clock, Sand } from "../parts/clocks.js";
import { gamed } from "../games/load.js";
import { act, connect } from "../parts/live.js";
import { Loudspeaker, hear } from "../parts/sound/loudspeaker.js";
import { Piece, Symbol as Sign } from "../parts/pieces.js";
import { remember } from "../parts/promise.js";
import { Rules, fresh } from "../parts/sheet-rules.js";
import { BOARD } from "../parts/turn.js";
import { html, render, useState } from "../vendor/preact.js";
import { fit, loadWords, say } from "../parts/words.js";
import { WallZones } from "../parts/zones.js";

function Headline({ state, game }) {
  const { sitter, what, kind } = (!state.paused && game.wall?.headline?.(state)) || { what: state.line };
  const [before, after] = what.split("{name}");
  const text = `${what}${sitter?.name ?? ""}${sitter?.symbol ? "  " : ""}${kind ? "  " : ""}`;
  return html`<h1 style=${fit(text)}>
    <span>${before}${sitter && html`<b>${sitter.symbol && html`<${Sign} name=${sitter.symbol} />`}${sitter.name}</b>`}${after}</span>
    ${kind && html`<${Piece} kind=${kind} /><span class="unseen">${say(`kind-${kind}`)}</span>`}
  </h1>`;
}

function Players({ state, game }) {
  const { view, players, board_makes } = state;
  const board = board_makes && view ? [{ seat: BOARD, name: say("web-the-board"), symbol: "", points: view.totals.at(-1) }] : [];
  const everybody = [...players, ...board];
  return html`<ul class=${`players of-${everybody.length}`}>${everybody.map((one) => html`
    <${Player} key=${one.seat} one=${one} state=${state} game=${game} />`)}</ul>`;
}

function Player({ one, state, game }) {
  const { view } = state;
  const turn = view && !view.over && !view.waiting && view.turn === one.seat;
  const won = view?.over && view.winners?.includes(one.seat);
  return html`<li class=${`player ${turn ? "turn" : ""} ${won ? "won" : ""}`}>
    <span class="name">${turn && html`<i aria-hidden="true">▶</i>`}${won && html`<i aria-hidden="true">★</i>`}
      ${one.symbol && html`<${Sign} name=${one.symbol} />`}${one.name}
      ${turn && html`<span class="unseen"> ${say("web-on-turn")}</span>`}</span>
    ${one.points !== null && html`<span class="points">${one.points}<span class="unseen"> ${say("web-points")}</span></span>`}
    <span class="tokens">${game.wall?.Player && html`<${game.wall.Player} one=${one} state=${state} />`}</span>
  </li>`;
}

/** How far the game is, and the time. */
function Progress({ state, game }) {
  const { view } = state;
  const words = view ? game.wall?.progress?.(state) ?? [] : [];
  return html`<p class="progress">
    ${words.map((word) => html`<span key=${word}>${word}</span>`)}
    ${view && html`<${Sand} state=${state} />`}
    ${view && html`<${Clock} state=${state} />`}
  </p>`;
}

/** Why something was refused or is out of order; else what the game has to say. */
function Said({ state, game }) {
  const why = state.fault || reason(state);
  if (why) return html`<p class="said why">${why}</p>`;
  if (!state.view) return html`<p class="said quiet">${say("web-wall-choose")}</p>`;
  if (game.wall?.Said) return html`<${game.wall.Said} state=${state} />`;
  return html`<p class="said">${(state.note_code !== "commitment" && state.note) || state.status}</p>`;
}

/** Why the last touch was refused; the note also holds the promise, which is no reason. */
function reason({ view, note, note_code: code }) {
  return view?.commitment && code !== "commitment" ? note : "";
}

/** The board's own Wi-Fi comes first: without it nobody gets to the second code. */
function Wifi({ ssid, password }) {
  return html`
    <span class="net"><span class="how">${say("web-wifi")}</span> <b>${ssid}</b> <code>${password}</code></span>
    <img class="qr" src="/wifi.svg" alt=${say("web-wifi-qr", { ssid, password })} />`;
}

function Door({ join, wifi }) {
  if (join.locked) return html`<p class="door">${say("web-locked")}</p>`;
  if (!join.shows) return html`<${Ask} />`;
  if (!join.url) return html`<p class="door shut">${say("web-door-none")}</p>`;
  return html`<p class=${wifi ? "door both" : "door"}>
    ${wifi && html`<${Wifi} ...${wifi} />`}
    <span><span class="how">${say("web-join")}</span> ${join.door !== "open" && html`<b class="code">${join.code}</b>`}
      <span class="url">${join.url.replace(/^http:\/\/|\?.*$/g, "")}</span></span>
    <img class="qr" src=${`/qr.svg?${join.code}`} alt=${say("web-qr", { url: join.url })} />
  </p>`;
}

/** In class a screen shows the code only where the teacher has let it in as a wall. */
function Ask() {
  const [number, setNumber] = useState(0);
  const ask = async () => setNumber((await act("/api/wall")).waits ?? 0);
  return html`<p class="door shut">${number
    ? say("web-wall-waits", { n: number })
    : html`<button type="button" onClick=${ask}>${say("web-wall-ask")}</button>`}</p>`;
}

function Choosing({ state }) {
  return html`<ul class="choices">${state.choices.map((choice, at) => html`
    <li key=${choice} class=${at === state.marked ? "marked" : ""}>
      ${at === state.marked && html`<i aria-hidden="true">▶ </i>`}${choice}</li>`)}</ul>`;
}

/** What stands in the middle: what is chosen, the rules of the house, or the game. */
function Middle({ state, game, letters }) {
  if (state.phase === "choosing") return html`<${Choosing} state=${state} />`;
  if (fresh(state, game.wall?.sheet)) return html`<${Rules} rules=${state.rules} />`;
  if (game.wall?.Middle) return html`<${game.wall.Middle} state=${state} letters=${letters} />`;
  return html`<${WallZones} state=${state} />`;
}

function Wall({ state, letters, game }) {
  const { view } = state;
  const { Beside } = game.wall ?? {};
  return html`<div class=${`wall ${state.phase} ${Beside ? "" : "wide"}`}>
    <header><${Headline} state=${state} game=${game} /><${Progress} state=${state} game=${game} /></header>
    <section class="middle" aria-label=${say("web-zones")}>
      <${Middle} state=${state} game=${game} letters=${letters} />
      ${state.paused && html`<p class="paused">${say("web-paused")}</p>`}
    </section>
    ${Beside && html`<${Beside} state=${state} letters=${letters} />`}
    <${Players} state=${state} game=${game} />
    <footer><${Said} state=${state} game=${game} /><${Loudspeaker} say=${say} small /><${Door} join=${state.join} wifi=${state.wifi} />
      ${view?.commitment && html`<p class="promise">${say("web-promise")} <code>${view.commitment}</code></p>`}
    </footer>
    <p class="unseen" aria-live="polite">${state.line}</p>
  </div>`;
}

const page = document.getElementById("page");
await loadWords();
const asked = new URLSearchParams(location.search).get("lang");
let known = false;
connect("wall", gamed((state, letters, game) => {
  // Who may show the code now may do so in the next lessons.
  if (state.online && state.join.shows && !known) {
    known = true;
    act("/api/wall");
  }
  // The teacher, or whoever sits at the board, has chosen another language for it.
  const other = state.wall_language && state.wall_language !== document.documentElement.lang;
  if (other && !asked) location.reload();
  render(html`<${Wall} state=${state} letters=${letters} game=${game} />`, page);
  hear(state);
  remember(state);
}));
