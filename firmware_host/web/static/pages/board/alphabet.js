/** The letters beside the zones: those are pale that the chosen zone cannot be any more. */
import { Letter, inWords } from "../../parts/letters/letters.js";
import { canBe } from "../../parts/letters/lying.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Letters first; hyphen and apostrophe after them. */
const rank = (letter) => letter.charCodeAt(0) + (/[A-Z]/.test(letter) ? 0 : 100);

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.letters Each letter's pieces.
 * @param {object} given.spelling As `useSpelling` made it.
 * @param {boolean} given.help False for those who want no letter to be pale.
 */
export function Alphabet({ state, letters, spelling, help }) {
  const face = state.zones[spelling.zone - 1];
  const keys = Object.keys(letters).sort((one, other) => rank(one) - rank(other));
  return html`<aside class="letters paper" aria-labelledby="letters-title">
    <h2 id="letters-title"><span role="status">${spelling.why || say(help ? "web-letters-can" : "web-letters-of", { n: spelling.zone })}</span></h2>
    <div class="keys">${keys.map((letter) => {
      const pale = help && !canBe(face, letters[letter]);
      const mine = spelling.letters[spelling.at] === letter;
      return html`<button type="button" key=${letter} class=${`key ${pale ? "pale" : ""}`} aria-pressed=${mine} aria-disabled=${pale ? "true" : null}
        aria-label=${`${letter}: ${inWords(letters[letter], say)}`} disabled=${!spelling.open} onClick=${() => spelling.type(letter)}><${Letter} letter=${letter} build=${letters[letter]} small /></button>`;
    })}</div>
  </aside>`;
}
