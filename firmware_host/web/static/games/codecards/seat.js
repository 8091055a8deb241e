/** Code cards on a phone: the table, and the private part. */
import { Says } from "../../pages/seat/head.js";
import { lazy } from "../../parts/lazy.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Private, yours } from "./private.js";
import { held } from "./scene.js";
import { Table, nameOf, other } from "./table.js";

const Final = lazy(() => import("./final.js"), "Final");
const AtBoard = lazy(() => import("./real.js"), "AtBoard");
const Break = lazy(() => import("./real.js"), "Break");

/** The number of cards left to draw. */
const Head = ({ state: { view } }) => !view.waiting && !view.over && html`<span>${say("web-codecards-deck", { n: view.deck })}</span>`;

/** The page of a game. */
function Play(given) {
  const { state, state: { view, answering, final, players }, you, send, task } = given;
  if (view.waiting) return html`<${Before} ...${given} />`;
  if (final) return html`<${Final} state=${state} />`;
  const them = nameOf(players, other(you.seat)), { column, what } = answering ?? view;
  const news = answering ? say(`web-codecards-answer-${what}`, { n: column }) : task === null && say(view.phase === "naming" ? "web-codecards-them-name" : "web-codecards-them", { name: them, n: column });
  const says = html`<${Says} state=${state} task=${task} news=${state.paused ? "" : news} small />`;
  const own = you.may.includes("name") || (you.secret && view.cards === "dealt");
  return html`<div class="play cc-phone">${own ? html`<${Private} state=${state} act=${(line) => send("/api/do", line)} says=${says} />` : html`<${AtBoard} ...${given} says=${says} />`}</div>`;
}

/** The page after the codes were revealed. */
const Now = ({ state, state: { view, players }, you }) => (view.over && view.named[0].length ? html`<${Final} state=${state} />` : html`<${Table} ...${{ view, players, seat: you.seat }} />`);

/** The page before the deal, or while real cards are being hidden. */
function Before({ state, you, send }) {
  const { view, players } = state, dealt = view.cards === "dealt", deals = you.may.includes("deal");
  return html`<div class="play look"><div class="above"><${Says} state=${state} task=${deals ? say("web-codecards-deal-who") : null} />
      <p class="facts"><span>${say(dealt ? "web-codecards-deal-how" : "web-codecards-tap-hide")}</span>
        <span>${say("web-codecards-aim", { name: nameOf(players, other(you.seat)) })}</span> <span>${say("web-codecards-hit-is")}</span></p></div>
    <div class="below">${!dealt && html`<${Table} ...${{ view, players, seat: you.seat }} />`}
      ${deals && html`<p class="two"><button type="button" class="main" onClick=${() => send("/api/do", { do: "deal" })}>${say("web-codecards-deal")}</button></p>`}</div></div>`;
}

/** Yes and No are shown by the scene, so no effect is played over it. */
const beat = (one) => (["yes", "no"].includes(one.what) ? null : one);

export const seat = { Play, Head, Now, beat, held, yours, sheets: { break: Break } };
