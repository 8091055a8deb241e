/** Decipher looked at again: the letter zones as they lay. */
import { Pieces, inWords } from "../../parts/letters/letters.js";
import { KINDS, NoToken } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** One position, with its word once it was shown. */
function Position({ view, word }) {
  const [zone, yes] = view.last ?? [];
  return html`<ol class="zones" aria-label=${say("web-zones")}>${view.placed.map((placed, at) => {
    const number = view.first_zone + at;
    const answer = number === zone ? (yes ? "yes" : "no") : "";
    return html`<li key=${number} class=${answer}>
      <span class="number">${number}</span>
      ${word && html`<b class="letter-shown">${word[at]}</b>`}
      <span class="lies"><${Pieces} counts=${placed} /></span><span class="unseen">${inWords(placed, say)}</span>
      <span class="noes">${KINDS.map((kind, place) => view.covered[at][place] > 0 && html`
        <${NoToken} kind=${kind} /><span class="unseen">${say("web-zone-not", { pieces: say(`kind-${kind}`) })}</span>`)}</span>
    </li>`;
  })}</ol>`;
}

/** Between rounds nobody has a token. */
const inRound = (view) => view.tokens.length > 0;

export const history = { Position, inRound };
