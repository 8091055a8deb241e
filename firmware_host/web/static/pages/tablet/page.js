/** Build zero: a tablet that lies flat under real pieces serves as the board. */
import { Toast } from "../board/beats.js";
import { Ahead, Rain, Winner } from "../board/ends.js";
import { Right } from "../../parts/reveal.js";
import { Asked, AtKiosk, boardly, Hot, MenuButton, Sheet, show, skip, useGiven } from "../board/shared.js";
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
  const { state, game } = given;
  if (given.asks) return html`<${Asked} ...${given} />`;
  return html`<div class=${`${boardly(given)} tablet`}>
    ${!state.view || (game.board && !game.board.elsewhere?.(state)) ? html`<${Glass} ...${given} />` : html`<${Elsewhere} ...${given} />`}
    <${Toast} ...${given} />
    <${Hot} ...${given} /><${Sheet} ...${given} /><${AtKiosk} ...${given} />
  </div>`;
}

/** The whole page; zones never move, as pieces lie on them. */
function Glass(given) {
  const { state, game, ended, hot, reveal } = given;
  const own = game.board ?? {};
  const { over } = state.view ?? {};
  return html`<${Rain} ...${given} /><${Head} ...${given} />
    <${own.Middle ?? Zones} ...${given} /><${Right} step=${reveal.step} />
    ${over ? html`<${Winner} ...${given} />` : own.Rail && html`<${own.Rail} ...${given} />`}
    ${over || ended ? html`<footer key="ahead"><${Ahead} ...${given} /></footer>` : !(hot && own.private) && html`<footer key="play">${own.Foot && html`<${own.Foot} ...${given} />`}
      ${state.tutorial && html`<button type="button" onClick=${() => skip(state)}>${say("web-tutorial-skip")}</button>`}</footer>`}`;
}

/** The turn; in the tutorial its text, which does not mention the tablet. */
function Head(given) {
  const { state, game, why } = given;
  const begun = state.view?.placed && [...state.view.placed, ...state.view.covered].flat().some(Boolean);
  const lesson = state.tutorial && { game: {}, state: { ...state, status: begun ? state.status : say("web-tablet-how") } };
  return html`<h1 class="unseen">${say("web-title-tablet")}</h1>
    <header><${Banner} state=${state} game=${game} why=${why} ended=${given.ended} hot=${given.hot} reveal=${given.reveal} ...${lesson} /><${Chips} ...${given} /><${Edge} /><${MenuButton} ...${given} /></header>`;
}

/** The link to a game's own page if the tablet cannot be its board. */
function Elsewhere(given) {
  return html`<${Head} ...${given} />
    <section class="elsewhere paper"><h2>${say("web-tablet-elsewhere")}</h2>
      <p><a class="button main" href="/">${say("web-title-board")}</a>
        <button type="button" onClick=${() => given.setOpen("who")}>${say("web-who-plays")}</button></p></section>`;
}

show("tablet", "/tablet", Tablet);
