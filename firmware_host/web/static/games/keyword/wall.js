/** KEYWORD on the wall: the open cards, the shown words, and the collected words. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Keyword, Opened, Player, Row } from "./parts.js";

function Middle({ state: { view, players } }) {
  if (!view) return null;
  return html`<div class=${`kw-wall ${view.opened.length ? "shown" : ""}`}>
    <${Row} view=${view} />
    <${Opened} view=${view} players=${players} />
  </div>`;
}

/** Up to this many players there is room for their words too. */
const FEW = 3;

/** The letters of the keyword that each player has. */
function Beside({ state: { view, players } }) {
  if (!view) return html`<aside></aside>`;
  const few = players.length <= FEW;
  return html`<aside class=${`kw-beside ${few ? "few" : ""}`} style=${`--letters: ${view.keyword.length}`} aria-label=${say("web-keyword-collected")}>
    <ul>${players.map((one) => html`<${Collected} key=${one.seat} one=${one} view=${view} few=${few} />`)}</ul>
  </aside>`;
}

function Collected({ one, view, few }) {
  const words = view.words[one.seat] ?? [];
  return html`<li><b>${one.name}</b><${Keyword} view=${view} words=${words} />
    ${few && html`<span class="kw-words">${words.map(({ word }) => word).join(", ")}</span>`}</li>`;
}

function progress({ view }) {
  return [
    say("web-keyword-round", { n: view.round }),
    say("web-keyword-orange", { n: view.orange_left }),
    say("web-keyword-blue", { n: view.blue_left }),
  ];
}

/** The last event; the keyword itself stands beside each player. */
const Said = ({ state }) => html`<p class="said">${state.note_code === "keyword-note-word" ? "" : state.note}</p>`;

export const wall = { Middle, Beside, Player, Said, progress };
