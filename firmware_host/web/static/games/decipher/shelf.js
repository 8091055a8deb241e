/**
 * The shelf of letters: each letter that was complete before its word was revealed is stored in
 * this browser, without a name.
 */
import { Letter } from "../../parts/letters/letters.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The storage key of the letters; `fresh` are those of the last round. */
const KEPT = "letterzone-shelf";
let fresh = [];

const read = () => localStorage.getItem(KEPT) ?? "";

/** Store the letters that were complete when a round ended. */
export function collect({ was, now }) {
  const whole = was.zones.filter(({ placed, zone }) => now.zones[zone - 1].letter && placed.join() === now.zones[zone - 1].build.join());
  const had = read();
  fresh = [...new Set(whole.map(({ zone }) => now.zones[zone - 1].letter))].filter((letter) => !had.includes(letter));
  if (fresh.length) localStorage.setItem(KEPT, had + fresh.join(""));
}

/** After a lost word: the letters so far, the new ones highlighted, and the number still missing; for several players only if there are new ones. */
export function Shelf({ state, letters }) {
  const lost = state.view.results.at(-1)?.guessed_by === null;
  if (!lost || (!fresh.length && state.players.length > 1)) return null;
  const all = Object.keys(letters).filter((letter) => /[A-Z]/.test(letter)).sort(), had = read(), left = all.filter((letter) => !had.includes(letter)).length;
  return html`<div class="shelf" role="img" aria-label=${say("web-shelf", { n: all.length - left })}>${all.map((letter) => html`
      <span key=${letter} class=${fresh.includes(letter) ? "new" : had.includes(letter) ? "" : "no"}><${Letter} letter=${letter} build=${letters[letter]} small /></span>`)}</div>
    <p>${fresh.length > 0 && html`<b>${say("web-shelf-new", { letters: fresh.join(", ") })}</b> `}${left ? say("web-shelf-left", { n: left }) : say("web-shelf-all")}</p>`;
}
