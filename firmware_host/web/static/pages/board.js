/** The virtual board: a simulated one under a browser's hands. */
import { Button, SYMBOLS_NAMED, grip } from "./board/buttons.js";
import { Drawer } from "./board/drawer.js";
import { Zones, useHand } from "./board/pieces.js";
import { Screen } from "./board/screen.js";
import { Choosing } from "../parts/choosing.js";
import { Sand } from "../parts/clocks.js";
import { Dialog } from "../parts/dialog.js";
import { gamed } from "../games/load.js";
import { act, connect } from "../parts/live.js";
import { hear } from "../parts/sound/loudspeaker.js";
import { Mark, Piece, Symbol } from "../parts/pieces.js";
import { remember } from "../parts/promise.js";
import { Rules } from "../parts/sheet-rules.js";
import { html, render, useEffect, useState } from "../vendor/preact.js";
import { loadWords, say } from "../parts/words.js";

function Board({ state, letters, game }) {
  const [open, setOpen] = useState("");
  const [why, setWhy] = useState("");
  const hand = useHand(state, setWhy);
  useEffect(() => setWhy(""), [state.line, state.note]); // what the board says now is newer
  const close = () => setOpen("");
  const own = game.board ?? {};
  const given = { state, hand, setWhy, setOpen, close, letters, game, open: setOpen };
  const late = open === "begin" && state.phase === "playing"; // somebody else has begun
  const Sheet = late ? null : SHEETS[open] ?? own.sheets?.[open];
  return html`<div class=${`board side-${state.board.side.toLowerCase()} ${state.board.choosing ? "choosing" : ""}`}>
    <h1 class="unseen">${say("web-title-board")}</h1>
    <header>
      <${Screen} name="table" picture=${state.board.screens.table} />
      <${Buttons} ...${given} />
      <${Said} state=${state} why=${why} game=${game} />
    </header>
    <${Zones} ...${given} />
    <footer>
      ${own.Tray ? html`<${own.Tray} ...${given} />` : html`<div class="tray"></div>`}
      ${own.Supply ? html`<${own.Supply} state=${state} />` : html`<p class="supply"></p>`}
      <${Doings} ...${given} />
    </footer>
    ${Sheet && html`<${Sheet} key=${open} ...${given} />`}
  </div>`;
}

/** What opens in front of the board, by name; a game has more of its own. */
const SHEETS = { more: Drawer, begin: Begin, rules: HouseRules };

/** A new game, chosen here rather than by the board's own buttons. */
function Begin({ state, setWhy, close }) {
  const begin = async (wishes) => {
    const answer = await act("/api/begin", wishes);
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    close();
  };
  return html`<${Dialog} title=${say("web-begin")} closeWord=${say("web-close")} close=${close}>
    <${Choosing} state=${state} begin=${begin} /></${Dialog}>`;
}

/** The rules of the house, as they stand for this game. */
function HouseRules({ state, close }) {
  return html`<${Dialog} title=${say("web-rules-title")} closeWord=${say("web-close")} close=${close}>
    <${Rules} rules=${state.rules} titled=${false} /></${Dialog}>`;
}

/** What a voice does at a real table; whoever asks or passes has the tick and the cross. */
function Doings({ state, game, setOpen }) {
  const { phase, players, place } = state;
  const Own = game.board?.Doings;
  const begins = phase !== "playing" && players.length > 0 && place === "home";
  return html`<div class="doings">
    ${Own && html`<${Own} state=${state} open=${setOpen} />`}
    ${begins && html`<button type="button" onClick=${() => setOpen("begin")}>${say("web-begin")}</button>`}
    ${phase === "over" && html`<a class="button main" href="/sheet">${say("web-title-sheet")}</a>`}
  </div>`;
}

/** What the table says, and under it what has just been answered or could be done. */
function Said({ state, why, game }) {
  const { line, kind, fault, status, choices, marked, board } = state;
  const note = state.note_code === "commitment" ? "" : state.note; // 64 digits: its own screen shows them
  const hint = why || fault || note || game.board?.hint?.(state) || (choices.length > 4 || bare(board.coach) === bare(line) ? "" : board.coach) || status;
  const alarm = why || fault || (note && state.note_code.startsWith("refused-"));
  return html`<div class="said">
    <${Sand} state=${state} />
    <p class="line" aria-live="polite">${line}${kind && html`<${Piece} kind=${kind} /><span class="unseen">: ${say(`kind-${kind}`)}</span>`}</p>
    ${choices.length > 0 && html`<ol class="choices" aria-live="polite">${choices.map((choice, at) => html`
      <li key=${at} aria-current=${at === marked ? "true" : null}>${at + 1}) ${choice}</li>`)}</ol>`}
    <p class=${`hint ${alarm ? "why" : ""}`} role="status">${hint}</p>
  </div>`;
}

/** A sentence without its full stop: the coach may have no more to say than the board. */
const bare = (text) => text.replace(/\.$/, "");

function Buttons({ state, setOpen, setWhy, game }) {
  const [held, setHeld] = useState(false);
  const menu = async () => {
    setHeld(true);
    await grip(state.place === "class" ? ["service"] : ["tick", "cross"]);
    setHeld(false);
  };
  return html`<div class="buttons" role="group" aria-label=${say("web-board-buttons")}>
    ${["cross", "tick"].map((name) => html`<${Button} key=${name} name=${name} class=${`answer ${name}`} clear=${setWhy}>
      <${Mark} name=${name} /><span>${say(`web-board-${name}`)}</span></${Button}>`)}
    ${SYMBOLS_NAMED.map((name) => html`<${Player} key=${name} name=${name} state=${state} game=${game} clear=${setWhy} />`)}
    <button type="button" class="plain" disabled=${state.board.choosing && !held} aria-busy=${held} onClick=${menu}>
      <b aria-hidden="true">☰</b><span>${say("web-board-menu")}</span>
      <span class="unseen">${say("web-board-menu-how")}</span></button>
    <button type="button" class="plain" onClick=${() => setOpen("more")}>
      <b aria-hidden="true">${troubled(state.board.troubles) ? "⚠" : "⋯"}</b><span>${say("web-more")}</span></button>
  </div>`;
}

/** Whether something is out of order on purpose. */
const troubled = (troubles) => Object.values(troubles).some((one) => one === true || one.length > 0);

/** A player's button: the symbol, whose it is, and what the game shows beside it. */
function Player({ name, state, game, clear }) {
  const { players, view } = state;
  const sitter = players.find((one) => one.symbol === name);
  const turn = sitter && view && !view.over && view.turn === sitter.seat;
  const points = sitter?.points ?? null;
  const Own = game.board?.Player;
  return html`<${Button} name=${name} clear=${clear} class=${`player ${sitter ? "sits" : ""} ${turn ? "turn" : ""}`}>
    <${Symbol} name=${name} /><span>${sitter?.name ?? say(`player-${name}`)}</span>
    <span class="tokens">${sitter && view && Own && html`<${Own} one=${sitter} state=${state} />`}</span>
    ${points !== null && html`<b class="points" aria-hidden="true">${points}</b>
      <span class="unseen">${say("web-points-n", { n: points })}.</span>`}
    ${turn && html`<span class="unseen">${say("web-on-turn")}</span>`}
  </${Button}>`;
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
let language = "";
connect("board", gamed((state, letters, game) => {
  if (state.denied) {
    render(html`<div class="locked"><h1>${say("web-title-board")}</h1><p>${state.denied}</p>
      <p><a class="button" href="/wall">${say("web-title-wall")}</a></p></div>`, page);
    return;
  }
  if (language && language !== state.language) location.replace(`/?lang=${state.language}`);
  language = state.language;
  render(html`<${Board} state=${state} letters=${letters} game=${game} />`, page);
  hear(state, game);
  remember(state);
}));
