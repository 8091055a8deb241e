/** The rules of Decipher on one page. */
import { Alphabet } from "../../parts/letters/letters.js";
import { KINDS, Lamp, NoToken, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The parts of the page: a heading, and its sentences. */
const parts = [
  ["web-quick-aim", "web-quick-aim-1"],
  ["web-quick-turn", "web-quick-turn-1", "web-quick-turn-2", "web-quick-turn-3", "web-quick-turn-4"],
  ["web-quick-guess", "web-quick-guess-1", "web-quick-guess-2", "web-quick-guess-3"],
  ["web-quick-bonus", "web-quick-bonus-1", "web-quick-bonus-2", "web-quick-bonus-3"],
  ["web-quick-end", "web-quick-end-1", "web-quick-end-2", "web-quick-end-3"],
];

/** The points for each event. */
const points = {
  "web-quick-points-token": 1,
  "web-quick-points-found": 5,
  "web-quick-points-bonus": 2,
  "web-quick-points-no": 1,
  "web-quick-points-paid": 2,
  "web-quick-points-given": 1,
  "web-quick-points-hidden": 5,
};

/** The texts for each state of a pair of lamps. */
const LAMPS = {
  yes: "web-quick-lamp-yes",
  no: "web-quick-lamp-no",
  refused: "web-quick-lamp-refused",
  fault: "web-quick-lamp-fault",
};

/** The meaning of the lamps, the pieces, and this board's letters. */
function Rest({ letters }) {
  return html`
    <section><h2>${say("web-quick-answers")}</h2>
      <ul class="answers">${Object.entries(LAMPS).map(([lamp, code]) => html`
        <li><${Lamp} lamp=${lamp} /> ${say(code)}</li>`)}
        <li><${NoToken} kind="red" /> ${say("web-quick-token")}</li></ul>
    </section>
    <section><h2>${say("web-quick-pieces")}</h2>
      <ul class="answers">${KINDS.map((kind) => html`<li><${Piece} kind=${kind} /> ${say(`kind-${kind}`)}</li>`)}</ul>
    </section>`;
}

/** The part below the columns. */
const Below = ({ letters }) => html`<section class="letters"><h2>${say("web-alphabet")}</h2>
  <${Alphabet} letters=${letters} say=${say} /></section>`;

export const quick = { parts, points, Rest, Below };
