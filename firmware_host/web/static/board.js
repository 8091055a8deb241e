/** The virtual board: a simulated one under a browser's hands. */
import { Button, SYMBOLS_NAMED, grip } from "./board-buttons.js";
import { Drawer } from "./board-drawer.js";
import { Tray, Zones, useHand } from "./board-pieces.js";
import { Screen } from "./board-screen.js";
import { Guess, Rack } from "./board-words.js";
import { Dialog } from "./dialog.js";
import { Alphabet } from "./letters.js";
import { act, connect } from "./live.js";
import { hear } from "./loudspeaker.js";
import { Mark, Piece, Symbol, Token } from "./pieces.js";
import { remember } from "./promise.js";
import { guessed } from "./turn.js";
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { loadWords, say } from "./words.js";

function Board({ state, letters }) {
  const [open, setOpen] = useState("");
  const [why, setWhy] = useState("");
  const hand = useHand(state, setWhy);
  useEffect(() => setWhy(""), [state.line, state.note]); // what the board says now is newer
  const close = () => setOpen("");
  const given = { state, hand, setWhy, setOpen, close };
  return html`<div class=${`board side-${state.board.side.toLowerCase()} ${state.board.choosing ? "choosing" : ""}`}>
    <h1 class="unseen">${say("web-title-board")}</h1>
    <header>
      <${Screen} name="table" picture=${state.board.screens.table} />
      <${Buttons} ...${given} />
      <${Said} state=${state} why=${why} />
    </header>
    <${Zones} ...${given} />
    <footer>
      <${Tray} ...${given} />
      <${Supply} view=${state.view} />
      <${Doings} ...${given} />
    </footer>
    ${open === "guess" && html`<${Guess} ...${given} />`}
    ${open === "rack" && html`<${Rack} ...${given} />`}
    ${open === "letters" && html`<${Dialog} title=${say("web-alphabet")} closeWord=${say("web-close")} close=${close}>
      <${Alphabet} letters=${letters} say=${say} /></${Dialog}>`}
    ${open === "more" && html`<${Drawer} ...${given} letters=${letters} />`}
  </div>`;
}

/** What the table says, and under it what has just been answered or could be done. */
function Said({ state, why }) {
  const { line, kind, fault, status, choices, marked, board } = state;
  const note = state.note_code === "commitment" ? "" : state.note; // 64 digits: its own screen shows them
  const hint = why || fault || note || guessed(state) || (choices.length > 4 ? "" : board.coach) || status;
  const alarm = why || fault || (note && state.note_code.startsWith("refused-"));
  return html`<div class="said">
    <p class="line" aria-live="polite">${line}${kind && html`<${Piece} kind=${kind} /><span class="unseen">: ${say(`kind-${kind}`)}</span>`}</p>
    ${choices.length > 0 && html`<ol class="choices" aria-live="polite">${choices.map((choice, at) => html`
      <li key=${at} aria-current=${at === marked ? "true" : null}>${at + 1}) ${choice}</li>`)}</ol>`}
    <p class=${`hint ${alarm ? "why" : ""}`} role="status">${hint}</p>
  </div>`;
}

function Buttons({ state, setOpen, setWhy }) {
  const [held, setHeld] = useState(false);
  const menu = async () => {
    setHeld(true);
    await grip(state.place === "class" ? ["service"] : ["tick", "cross"]);
    setHeld(false);
  };
  return html`<div class="buttons" role="group" aria-label=${say("web-board-buttons")}>
    ${["cross", "tick"].map((name) => html`<${Button} key=${name} name=${name} class=${`answer ${name}`} clear=${setWhy}>
      <${Mark} name=${name} /><span>${say(`web-board-${name}`)}</span></${Button}>`)}
    ${SYMBOLS_NAMED.map((name) => html`<${Player} key=${name} name=${name} state=${state} clear=${setWhy} />`)}
    <button type="button" class="plain" disabled=${state.board.choosing && !held} aria-busy=${held} onClick=${menu}>
      <b aria-hidden="true">☰</b><span>${say("web-board-menu")}</span>
      <span class="unseen">${say("web-board-menu-how")}</span></button>
    <button type="button" class="plain" onClick=${() => setOpen("more")}>
      <b aria-hidden="true">${troubled(state.board.troubles) ? "⚠" : "⋯"}</b><span>${say("web-more")}</span></button>
  </div>`;
}

/** Whether something is out of order on purpose. */
const troubled = (troubles) => Object.values(troubles).some((one) => one === true || one.length > 0);

/** A player's button: the symbol, whose it is, and the guess tokens beside it. */
function Player({ name, state: { players, view }, clear }) {
  const sitter = players.find((one) => one.symbol === name);
  const tokens = sitter && view && !view.waiting ? view.tokens[sitter.seat] ?? 0 : 0;
  const turn = sitter && view && !view.over && view.turn === sitter.seat;
  const points = sitter && view ? view.totals[sitter.seat] ?? 0 : null;
  const called = sitter?.name ?? say(`player-${name}`);
  return html`<${Button} name=${name} clear=${clear} class=${`player ${sitter ? "sits" : ""} ${turn ? "turn" : ""}`}>
    <${Symbol} name=${name} /><span>${called}</span>
    <span class="tokens" aria-hidden="true">${Array.from({ length: tokens }, () => html`<${Token} />`)}</span>
    ${points !== null && html`<b class="points" aria-hidden="true">${points}</b>
      <span class="unseen">${say("web-tokens", { n: tokens })}. ${say("web-points-n", { n: points })}.</span>`}
    ${turn && html`<span class="unseen">${say("web-on-turn")}</span>`}
  </${Button}>`;
}

/** Tokens that nobody has yet. */
function Supply({ view }) {
  if (!view || view.waiting || view.over) return html`<p class="supply"></p>`;
  return html`<ul class="supply" aria-label=${say("web-board-supply")}>
    <li class="decipher"><b>5</b><span>${say("web-board-decipher")}</span></li>
    <li class="bonus"><b>${view.bonus_left}</b><span>${say("web-board-bonus")}</span></li>
    <li class="no"><b>${view.noes}</b><span>${say("web-board-noes")}</span></li>
  </ul>`;
}

/** What a voice does at a real table; whoever asks for a piece, or passes, has the tick and the cross. */
function Doings({ state, setOpen }) {
  const { view, phase } = state;
  const button = (code, onClick, main = "") => html`<button type="button" class=${main} onClick=${onClick}>${say(code)}</button>`;
  const sets = view?.waiting && !view.over && view.maker >= 0;
  return html`<div class="doings">
    ${sets && button("web-board-rack", () => setOpen("rack"), "main")}
    ${view?.seekers.length > 0 && !view.over && button("web-board-guess", () => setOpen("guess"), "main")}
    ${phase === "over" && html`<a class="button main" href="/sheet">${say("web-title-sheet")}</a>`}
    ${button("web-alphabet", () => setOpen("letters"))}
  </div>`;
}

/** The key in the address opens the board from another machine; it leaves no trace there. */
async function unlock() {
  const key = location.hash.slice(1);
  if (!key) return;
  history.replaceState(null, "", location.pathname + location.search);
  await act("/api/board/open", { key });
}

const page = document.getElementById("page");
await loadWords();
await unlock();
const { letters } = await (await fetch("/api/alphabet")).json();
let language = "";
connect("board", (state) => {
  if (state.denied) {
    render(html`<div class="locked"><h1>${say("web-title-board")}</h1><p>${state.denied}</p>
      <p><a class="button" href="/wall">${say("web-title-wall")}</a></p></div>`, page);
    return;
  }
  if (language && language !== state.language) location.replace(`/?lang=${state.language}`);
  language = state.language;
  hear(state);
  remember(state);
  render(html`<${Board} state=${state} letters=${letters} />`, page);
});
