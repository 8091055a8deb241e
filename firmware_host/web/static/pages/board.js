/** The virtual board: a simulated one under a browser's hands. */
import { Toast } from "./board/beats.js";
import { Buttons } from "./board/buttons.js";
import { Ahead, Rain, Winner } from "./board/ends.js";
import { First } from "./board/first.js";
import { Asked, AtKiosk, boardly, Hot, MenuButton, Sheet, show, useGiven } from "./board/shared.js";
import { Banner, Chips } from "./board/top.js";
import { Zones } from "./board/zones.js";
import { Right } from "../parts/reveal.js";
import { html } from "../vendor/preact.js";
import { say } from "../parts/words.js";

function Board(told) {
  const given = useGiven(told);
  const { state, game } = given;
  if (given.asks) return html`<${Asked} ...${given} />`;
  const Own = state.view && game.board?.Table; // such a game draws its own beats too
  return html`<div class=${`${boardly(given)} ${state.tutorial ? "lesson" : ""}`}>
    ${state.tutorial ? html`<${First} ...${given} />` : html`<${Own || Table} ...${given} />`}
    ${!state.tutorial && !Own && html`<${Toast} ...${given} />`}
    <${Hot} ...${given} /><${Sheet} ...${given} /><${AtKiosk} ...${given} />
  </div>`;
}

/** Everything at once: whose turn, the zones with the letters beside them, the piece in hand. */
function Table(given) {
  const { state, game, ended, hot, reveal } = given;
  const own = game.board ?? {}, over = Boolean(state.view?.over);
  return html`<${Rain} ...${given} /><h1 class="unseen">${say("web-title-board")}</h1>
    <header><${Banner} ...${given} /><${Chips} ...${given} />
      <${MenuButton} ...${given} /></header>
    <div class=${`middle ${over || own.Rail ? "beside" : ""}`}><${own.Middle ?? Zones} ...${given} /><${Right} step=${reveal.step} />${over ? html`<${Winner} ...${given} />` : own.Rail && html`<${own.Rail} ...${given} />`}</div>
    <footer key=${over || ended ? "ahead" : "play"}>${over || ended ? html`<${Ahead} ...${given} />` : hot && own.private ? null : own.Foot ? html`<${own.Foot} ...${given} />` : html`<${AnyFoot} ...${given} />`}</footer>`;
}

/** The foot of a game that has none of its own: what can be tapped, what is there, what a voice does, and which buttons. */
function AnyFoot(given) {
  const { state, game, setOpen } = given;
  const own = game.board ?? {};
  const Doings = own.Doings;
  return html`${own.Tray ? html`<${own.Tray} ...${given} />` : html`<div class="tray"></div>`}
    ${own.Supply ? html`<${own.Supply} state=${state} />` : html`<p class="supply"></p>`}
    <div class="doings">${Doings && html`<${Doings} state=${state} open=${setOpen} />`}
      <${Buttons} buttons=${own.buttons?.(state) ?? []} ...${given} /></div>`;
}

show("board", "/", Board);
