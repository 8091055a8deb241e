/** A player's notes on the others' words in WQRDLES, stored on this phone only. */
import { keep, kept, useHelp } from "../../parts/letters/kept.js";
import { Mark } from "../../parts/pieces.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { keyboard, say } from "../../parts/words.js";
import { nameOf } from "./grid.js";
import { NOTES } from "./hide.js";
import { kindOf, marked, noteOf, signOf } from "./known.js";

/** The components to update after a change. */
const watchers = new Set();

/** Return notes with a change: places add up, and the same mark again is removed. */
function pressed(notes, letter, pen) {
  const { [letter]: old, ...others } = notes;
  const places = Array.isArray(old) ? old : [];
  const now = typeof pen !== "number" ? pen : places.includes(pen) ? places.filter((one) => one !== pen) : [...places, pen].sort();
  return now === old || now.length === 0 ? others : { ...others, [letter]: now };
}

/**
 * Return a function that returns the notes on each letter of a hidden word, and one that adds a
 * note.
 *
 * Marks on the table are noted automatically as a help (`useHelp`); a player's note replaces them.
 *
 * @param {object} view The public view.
 * @returns {[function, function]} `noted(seat, shown)` returns "no", "yes" or its places by letter;
 *   `shown` is the view whose marks count. `note(seat, letter, pen)` adds a note.
 */
export function useNotes(view) {
  const [help] = useHelp();
  const [, draw] = useState(0);
  useEffect(() => {
    const again = () => draw((n) => n + 1);
    watchers.add(again);
    return () => watchers.delete(again);
  }, []);
  const all = kept(NOTES);
  const noted = (seat, shown = view) => ({ ...(help ? marked(shown, seat) : {}), ...all[view.commitments[seat]] });
  const note = (seat, letter, pen) => {
    const word = view.commitments[seat];
    keep(NOTES, { ...all, [word]: pressed(all[word] ?? {}, letter, pen) });
    for (const told of watchers) told();
  };
  return [noted, note];
}

/**
 * The notes on one hidden word: a mark is chosen, then letters are tapped.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {number} given.seat The owner of the word.
 */
export function Notes({ state, seat }) {
  const [noted, note] = useNotes(state.view), notes = noted(seat);
  const [help, turnHelp] = useHelp();
  const [pen, take] = useState("no");
  const places = Array.from({ length: state.length }, (_, at) => at + 1);
  const letters = [...keyboard(state.language).letters].filter((sign) => /\p{L}/u.test(sign)).map((sign) => sign.toUpperCase());
  const pens = [["no", html`<${Mark} name="cross" />`], ["yes", html`<${Mark} name="tick" />`], ...places.map((n) => [n, n])];
  return html`<section class="wq-notes" aria-label=${say("web-wqrdles-notes-on", { name: nameOf(state.players, seat) })}>
    <p class="small">${say("web-wqrdles-notes-how")}</p>
    <div class="pens" role="group" aria-label=${say("web-wqrdles-notes-pen")}>${pens.map(([one, sign]) => html`
      <button type="button" key=${one} aria-pressed=${pen === one} onClick=${() => take(one)}><span aria-hidden="true">${sign}</span><span class="unseen">${noteOf(typeof one === "number" ? [one] : one)}</span></button>`)}</div>
    <div class="pad abc" role="group" aria-label=${say("web-keys")}>${letters.map((letter) => html`
      <button type="button" key=${letter} class=${`key noted ${kindOf(notes[letter])}`} onClick=${() => note(seat, letter, pen)}>${letter}${notes[letter] && html`<span aria-hidden="true">${signOf(notes[letter])}</span><span class="unseen"> ${noteOf(notes[letter])}</span>`}</button>`)}
      <button type="button" class="key wide" aria-pressed=${help} onClick=${() => turnHelp(!help)}>${say("web-wqrdles-notes-help")}</button></div>
  </section>`;
}
