/** Code cards in the history: both rows of a position, and the codes. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Small } from "./faces.js";
import { Row } from "./row.js";

/** A position; the hidden cards are shown after they were revealed. */
function Position({ view, word, game }) {
  const seen = { ...view, results: word ? [{ word }] : [] };
  return html`<div class="cc-table cc-then">${[0, 1].map((seat) => html`
    <${Row} key=${seat} view=${seen} owner=${seat} title=${say("web-codecards-of", { name: game.players[seat]?.name ?? "" })} />`)}</div>`;
}

/** Both codes of a game. */
const Word = ({ result }) => html`<span class="cc-word">${result.word.split(" ").map((card, at) => html`
  ${at === 3 && " · "}<${Small} key=${at} card=${card} /> `)}</span>`;

export const history = { Position, Word };
