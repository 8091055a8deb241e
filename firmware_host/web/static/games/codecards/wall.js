/** Code cards on the wall: both rows of hidden cards, the tops of the piles, the pennies. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Row } from "./row.js";
import { asked, nameOf, pads } from "./table.js";

/** Return whose turn it is and the task; null to show the board's sentence. */
function headline({ view, players }) {
  const sitter = view && players.find((one) => one.seat === view.turn);
  if (!sitter || view.over) return null;
  const code = asked(view).replace("more", "play");
  const [next, ...rest] = pads(view);
  return { sitter, what: say(`web-codecards-wall-${code}`, { n: code === "play" ? [next, ...rest].join(", ") : next }) };
}

/** Return the number of cards left to draw. */
function progress({ view }) {
  return view.waiting || view.over ? [] : [say("web-codecards-deck", { n: view.deck })];
}

/** Both rows in the order of the zones: first one player's, then the other's. */
function Middle({ state: { view, players } }) {
  if (!view) return null;
  return html`<div class="cc-table">${[0, 1].map((seat) => html`
    <${Row} key=${seat} view=${view} owner=${seat} title=${say("web-codecards-of", { name: nameOf(players, seat) })} />`)}</div>`;
}

/** The number of cards in a hand. */
function Player({ one, state: { view } }) {
  const count = view?.hands[one.seat];
  return count !== undefined && !view.over && html`<span class="words">${say("web-codecards-hand", { n: count })}</span>`;
}

/** The board's note, unless it is the commitment. */
function Said({ state }) {
  return html`<p class="said">${state.note_code === "commitment" ? "" : state.note}</p>`;
}

export const wall = { Middle, Player, Said, headline, progress };
