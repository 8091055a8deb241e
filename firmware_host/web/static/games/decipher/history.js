/** Decipher in the history: the letter zones of a position, with its Yes or No. */
import { LyingZones } from "../../parts/letters/zones.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** A position, with its word after it was shown. */
function Position({ view, word, part, letters, beat }) {
  const [zone, yes] = view.last ?? [];
  const zones = view.placed.map((placed, at) => {
    const number = view.first_zone + at, answered = number === zone, letter = word[at] ?? null;
    return { zone: number, in_word: true, placed, covered: view.covered[at].map(Boolean), letter, build: letters[letter],
      lamp: answered ? (yes ? "yes" : "no") : "dark", word: answered ? say(yes ? "web-beat-yes" : "web-beat-no") : "" };
  });
  return html`<${LyingZones} state=${{ zones, view: { round: part } }} letters=${letters} beat=${beat} />`;
}

/** Return true for a position within a round. */
const inRound = (view) => view.tokens.length > 0;

export const history = { Position, inRound };
