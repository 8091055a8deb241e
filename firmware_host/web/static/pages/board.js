/** The virtual board: a simulated one under a browser's hands. */
import { Toast } from "./board/beats.js";
import { Buttons } from "./board/buttons.js";
import { Winner } from "./board/ends.js";
import { First } from "./board/first.js";
import { Asked, AtKiosk, boardly, MenuButton, Sheet, show, useGiven } from "./board/shared.js";
import { Banner, Chips } from "./board/top.js";
import { Zones } from "./board/zones.js";
import { html } from "../vendor/preact.js";
import { say } from "../parts/words.js";

function Board(told) {
  const given = useGiven(told);
  const { state, beat, ended, reveal } = given;
  if (given.asks) return html`<${Asked} ...${given} />`;
  return html`<div class=${`${boardly(given)} ${state.tutorial ? "lesson" : ""}`} style=${{ "--reveal": `${reveal.lasts}ms` }}>
    ${state.tutorial ? html`<${First} ...${given} />` : html`<${Table} ...${given} />`}
    ${!state.tutorial && html`<${Toast} beat=${beat} state=${state} />`}
    <${Sheet} ...${given} /><${AtKiosk} ...${given} />
  </div>`;
}

/** Everything at once: whose turn, the zones with the letters beside them, the piece in hand. */
function Table(given) {
  const { state, game } = given;
  const own = game.board ?? {};
  return html`<h1 class="unseen">${say("web-title-board")}</h1>
    <header><${Banner} ...${given} /><${Chips} ...${given} />
      <${MenuButton} ...${given} /></header>
    <div class=${`middle ${state.view?.over ? "over" : own.Rail ? "beside" : ""}`}><${Zones} ...${given} />${state.view?.over ? html`<${Winner} ...${given} />` : own.Rail && html`<${own.Rail} ...${given} />`}</div>
    <footer>${state.view?.over ? null : own.Foot ? html`<${own.Foot} ...${given} />` : html`<${AnyFoot} ...${given} />`}</footer>`;
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
