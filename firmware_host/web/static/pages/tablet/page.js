/** Build zero: a tablet that lies flat on the table, under real pieces, and is the board. */
import { act } from "../../parts/live.js";
import { Toast } from "../board/beats.js";
import { Winner } from "../board/ends.js";
import { Asked, boardly, MenuButton, Sheet, show, useGiven } from "../board/shared.js";
import { Banner, Chips } from "../board/top.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Edge } from "./glass.js";
import { Zones } from "./zones.js";

function Tablet(told) {
  const shared = useGiven(told);
  const [said, hint] = useState(""); // of a touch that was no tap: it stays until something happens
  const newest = told.state.moments.at(-1)?.n;
  useEffect(() => hint(""), [newest]);
  const given = { ...shared, hint, why: said || shared.why, other: "board" };
  const { state, beat, ended, game, reveal } = given;
  if (given.asks) return html`<${Asked} ...${given} />`;
  return html`<div class=${`${boardly(given)} tablet`} style=${{ "--reveal": `${reveal.lasts}ms` }}>
    ${game.board || !state.view ? html`<${Glass} ...${given} />` : html`<${Elsewhere} ...${given} />`}
    <${Toast} beat=${beat} state=${state} />
    <${Sheet} ...${given} />
  </div>`;
}

/** Everything at once; no zone ever moves, for pieces lie on it. */
function Glass(given) {
  const { state, game, ended } = given;
  const own = game.board ?? {};
  const { over } = state.view ?? {};
  return html`<${Head} ...${given} />
    <${Zones} ...${given} />
    ${over ? html`<${Winner} ...${given} />` : own.Rail && html`<${own.Rail} ...${given} />`}
    ${!over && !ended && html`<footer>${own.Foot && html`<${own.Foot} ...${given} />`}
      ${state.tutorial && html`<button type="button" onClick=${() => act("/api/tutorial", { wanted: false })}>${say("web-tutorial-skip")}</button>`}</footer>`}`;
}

/** Whose turn it is; in the first minute what the lesson says, which knows of no glass. */
function Head(given) {
  const { state, game, why } = given;
  const begun = state.view?.placed && [...state.view.placed, ...state.view.covered].flat().some(Boolean);
  const lesson = state.tutorial && { game: {}, state: { ...state, status: begun ? state.status : say("web-tablet-how") } };
  return html`<h1 class="unseen">${say("web-title-tablet")}</h1>
    <header><${Banner} state=${state} game=${game} why=${why} ended=${given.ended} ...${lesson} /><${Chips} ...${given} /><${Edge} /><${MenuButton} ...${given} /></header>`;
}

/** A game whose pieces the glass cannot ask for: its own page plays it. */
function Elsewhere(given) {
  return html`<${Head} ...${given} />
    <section class="elsewhere paper"><h2>${say("web-tablet-elsewhere")}</h2>
      <p><a class="button main" href="/">${say("web-title-board")}</a>
        <button type="button" onClick=${() => given.setOpen("who")}>${say("web-who-plays")}</button></p></section>`;
}

show("tablet", "/tablet", Tablet);
