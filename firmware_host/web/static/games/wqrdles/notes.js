/** Notes on the others' words in WQRDLES, as on the back of its board: for this player alone, on this phone alone. */
import { keep, kept, useHelp } from "../../parts/letters/kept.js";
import { Mark } from "../../parts/pieces.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { keyboard, say } from "../../parts/words.js";
import { nameOf, rowsAbout } from "./grid.js";

/** Where they are written down: for each promise of a hidden word, what is noted of each letter. */
const NOTES = "wqrdles";

/** What is told of a change: notes stand on the keys as well. */
const watchers = new Set();

/** Return what the marks of a hidden word say of each letter, for whoever has the board note it. */
export function marked(view, seat) {
  const noted = Object.fromEntries([...(view.absent[seat] ?? "")].map((letter) => [letter, "no"]));
  for (const { word, marks } of rowsAbout(view, seat)) {
    [...word].forEach((letter, at) => {
      if (marks[at] === "g") noted[letter] = [...new Set([...(Array.isArray(noted[letter]) ? noted[letter] : []), at + 1])].sort();
      if (marks[at] === "y") noted[letter] ??= "yes";
    });
  }
  return noted;
}

/** Return notes with one more: a place stands beside others, and the same mark again is rubbed out. */
function pressed(notes, letter, pen) {
  const { [letter]: old, ...others } = notes;
  const places = Array.isArray(old) ? old : [];
  const now = typeof pen !== "number" ? pen : places.includes(pen) ? places.filter((one) => one !== pen) : [...places, pen].sort();
  return now === old || now.length === 0 ? others : { ...others, [letter]: now };
}

/** Rub out what was noted of words whose round is over. */
export function useFresh({ commitments }) {
  const words = commitments.filter(Boolean);
  useEffect(() => {
    const all = kept(NOTES), fresh = Object.entries(all).filter(([word]) => words.includes(word));
    if (fresh.length < Object.keys(all).length) keep(NOTES, Object.fromEntries(fresh));
  }, [words.join()]);
}

/**
 * Return what is noted of each letter of a hidden word, and what notes more.
 *
 * The marks on the table are noted as a help (`useHelp`); a note of one's own stands over them.
 *
 * @param {object} view The public view.
 * @param {number} seat Whose word it is.
 * @returns {[object, function]} "no", "yes" or its places by letter; `note(letter, pen)`.
 */
export function useNotes(view, seat) {
  const [help] = useHelp();
  const [, draw] = useState(0);
  useEffect(() => {
    const again = () => draw((n) => n + 1);
    watchers.add(again);
    return () => watchers.delete(again);
  }, []);
  const all = kept(NOTES);
  const word = view.commitments[seat], own = all[word] ?? {};
  const note = (letter, pen) => {
    keep(NOTES, { ...all, [word]: pressed(own, letter, pen) });
    for (const told of watchers) told();
  };
  return [{ ...(help ? marked(view, seat) : {}), ...own }, note];
}

/** Return a note in words. */
export const noteOf = (noted) => (Array.isArray(noted) ? say("web-wqrdles-note-at", { n: noted.join(", ") }) : noted ? say(`web-wqrdles-note-${noted}`) : "");

/** A note beside its letter: a cross, a tick, or the places. */
const Sign = ({ noted }) => (Array.isArray(noted) ? html`<small>${noted.join(" ")}</small>` : html`<${Mark} name=${noted === "no" ? "cross" : "tick"} />`);

/** Return how a key of the word pad shows what is noted of its letter. */
export const onKey = (notes) => (letter) => notes[letter] && { kind: Array.isArray(notes[letter]) ? "at" : notes[letter], sign: html`<${Sign} noted=${notes[letter]} />`, text: noteOf(notes[letter]) };

/**
 * The notes on one hidden word: a mark is chosen, then letters are tapped.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {number} given.seat Whose word it is.
 * @param {object} [given.extra] More keys.
 */
export function Notes({ state, seat, extra }) {
  const [notes, note] = useNotes(state.view, seat);
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
      <button type="button" key=${letter} class=${`key noted ${onKey(notes)(letter)?.kind ?? ""}`} onClick=${() => note(letter, pen)}>${letter}${notes[letter] && html`<span aria-hidden="true"><${Sign} noted=${notes[letter]} /></span><span class="unseen"> ${noteOf(notes[letter])}</span>`}</button>`)}
      <button type="button" class="key wide" aria-pressed=${help} onClick=${() => turnHelp(!help)}>${say("web-wqrdles-notes-help")}</button>${extra}</div>
  </section>`;
}
