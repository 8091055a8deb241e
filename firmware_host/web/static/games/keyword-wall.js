/** KEYWORD on the wall: the open cards, the words that were shown, and who has collected what. */
import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { Keyword, Opened, Row, collected } from "./keyword-parts.js";

function Middle({ state: { view, players } }) {
  if (!view) return null;
  return html`<div class=${`kw-wall ${view.opened.length ? "shown" : ""}`}>
    <${Row} view=${view} />
    <${Opened} view=${view} players=${players} />
  </div>`;
}

/** So many players have room for the keyword's letters each; more have a count. */
const FEW = 3;

/** The keyword, and what everybody has collected towards it. */
function Beside({ state: { view, players } }) {
  if (!view) return html`<aside></aside>`;
  const few = players.length <= FEW;
  return html`<aside class="kw-beside" aria-label=${say("web-keyword-collected")}>
    <h2>${say("web-keyword-the")} <b>${view.keyword}</b></h2>
    <ul>${players.map((one) => html`<${Collected} key=${one.seat} one=${one} view=${view} few=${few} />`)}</ul>
  </aside>`;
}

function Collected({ one, view, few }) {
  const words = view.words[one.seat] ?? [];
  const has = collected(view.keyword, words);
  return html`<li class=${few ? "" : "line"}><b>${one.name}</b>
    ${few ? html`<${Keyword} view=${view} words=${words} />` : html`<span>${has.filter(Boolean).length}/${has.length}</span>`}
    <span class="kw-words">${words.map(({ word }) => word).join(", ")}</span></li>`;
}

function progress({ view }) {
  return [
    say("web-keyword-round", { n: view.round }),
    say("web-keyword-orange", { n: view.orange_left }),
    say("web-keyword-blue", { n: view.blue_left }),
  ];
}

/** Whether a player has laid, passed, or is still thinking; and the cards in the hand. */
export function Player({ one, state: { view } }) {
  if (!view || view.over) return null;
  const what = [["laid", "✓"], ["passed", "↷"], ["thinking", "…"]].find(([name]) => view[name].includes(one.seat));
  return html`${what && html`<i aria-hidden="true">${what[1]}</i> <span class="kw-does">${say(`web-keyword-${what[0]}`)}</span>`}`;
}

export const wall = { Middle, Beside, Player, progress };
