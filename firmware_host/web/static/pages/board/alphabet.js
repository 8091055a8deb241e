/** The letters beside the zones; letters that the chosen zone can no longer become are pale. */
import { useLater, useMore } from "../../parts/letters/later.js";
import { Letter, inWords } from "../../parts/letters/letters.js";
import { canBe } from "../../parts/letters/lying.js";
import { still } from "../../parts/still.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The order of letters: A to Z, then hyphen and apostrophe. */
const rank = (letter) => letter.charCodeAt(0) + (/[A-Z]/.test(letter) ? 0 : 100);

/** How many letters are drawn per frame if all of them are new. */
const AT_ONCE = 4;

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.letters Each letter's pieces.
 * @param {object} given.spelling The result of `useSpelling`.
 * @param {boolean} given.help False if no letter shall be pale.
 */
export function Alphabet({ state, letters, spelling, help }) {
  const face = state.zones[spelling.zone - 1];
  const keys = Object.keys(letters).sort((one, other) => rank(one) - rank(other));
  const now = help ? keys.filter((letter) => !canBe(face, letters[letter])).join("") : "";
  const [zone, pale] = useLater(`${spelling.zone} ${now}`).split(" ");
  const drawn = useMore(keys.length, AT_ONCE);
  return html`<aside class="letters paper" aria-labelledby="letters-title">
    <h2 id="letters-title"><span role="status">${spelling.why}</span>${spelling.why ? "" : say(help ? "web-letters-can" : "web-letters-of", { n: zone })}</h2>
    <div class="keys" onClick=${(event) => event.target.closest("button") && spelling.type(event.target.closest("button").value)}>${keys.map((letter, at) => html`
      <${Key} key=${letter} ...${{ letter, build: letters[letter], pale: pale.includes(letter), mine: spelling.letters[spelling.at] === letter, open: spelling.open, drawn: at < drawn }} />`)}</div>
  </aside>`;
}

/** A letter that can be typed. */
const Key = still(({ letter, build, pale, mine, open, drawn }) => html`<button type="button" value=${letter} class=${`key ${pale ? "pale" : ""}`} aria-pressed=${mine} aria-disabled=${pale ? "true" : null}
  aria-label=${`${letter}: ${inWords(build, say)}`} disabled=${!open}>${drawn && html`<${Letter} letter=${letter} build=${build} small />`}</button>`);
