/** Code cards looked at again: both rows as they lay, and the six cards of a code. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Row, Small } from "./table.js";

/** One position; the hidden cards lie open once they did. */
function Position({ view, word, game }) {
  const seen = { ...view, results: word ? [{ word }] : [] };
  return html`<div class="cc-table cc-then">${[0, 1].map((seat) => html`
    <${Row} key=${seat} view=${seen} owner=${seat} title=${say("web-codecards-of", { name: game.players[seat]?.name ?? "" })} />`)}</div>`;
}

/** Both codes of a game. */
const Word = ({ result }) => html`<span class="cc-word">${result.word.split(" ").map((card, at) => html`
  ${at === 3 && " · "}<${Small} key=${at} card=${card} /> `)}</span>`;

export const history = { Position, Word };
