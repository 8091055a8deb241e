/** Hiding a word in WQRDLES, and looking at the own word: on a phone, and on a shared screen. */
import { WordPad } from "../../parts/letters/wordpad.js";
import { keep, kept } from "../../parts/letters/kept.js";
import { useHeld } from "../../parts/held.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Return the typed word as it is shown, with dots if wanted. */
export const seen = (word, dots) => (dots ? "●".repeat(Math.max(0, word.length - 1)) + word.slice(-1) : word);

/** Tiles with the letters of a word. */
export const Tiles = ({ word, length }) => html`<p class="wq-own-word"><span class="unseen">${word}</span>${Array.from({ length }, (_, at) => html`<span key=${at} class="wq-tile" aria-hidden="true"><i class="gap"></i>${word[at] ? html`<b class="typed">${word[at]}</b>` : at === word.length && html`<b class="cursor"></b>`}</span>`)}</p>`;

/** Keys for a word, with buttons. */
export function Keys({ state, word, spell, noted, children }) {
  const [rows, setRows] = useState(!matchMedia("(max-width: 599px)").matches);
  return html`<${WordPad} ...${{ word, spell, rows, say }} signs=${false} length=${state.length} language=${state.language} noted=${noted ?? (() => null)}
    label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)}><div class="wq-acts">${children}</div></${WordPad}>`;
}

/** A word to hide; a hidden word may be changed until the first query. */
export function Hide({ state, act, done = () => {}, dots }) {
  const { you, view, length } = state;
  const [again, change] = useState(false);
  const [word, spell] = useState("");
  if (you.secret?.word && !again) {
    return html`<div class="wq-private wq-hid"><h2>${say("web-wqrdles-hidden")}</h2>${!dots && html`<${Tiles} word=${you.secret.word} length=${length} />`}
      <p class="wq-acts"><button type="button" onClick=${() => change(true)}>${say("web-secret-change")}</button></p></div>`;
  }
  const give = (more) => async () => {
    if (!(await act({ do: "secret", word, ...more })).ok) return;
    spell("");
    change(false);
    done();
  };
  return html`<div class="wq-private wq-hides"><h2>${say("web-wqrdles-hide-n", { n: length })}</h2><${Tiles} word=${seen(word, dots)} length=${length} />
    <${Keys} ...${{ state, word, spell }}>
      <button type="button" class="main" disabled=${word.length < length} onClick=${give()}>${say("web-wqrdles-hide")}</button>
      ${view.sequence === "each" && html`<button type="button" disabled=${word.length < length} onClick=${give({ sequence: "off" })}>${say("web-wqrdles-hide-clueless")}</button>`}</${Keys}></div>`;
}

/** The own word while the button is held; and the notes, if keys replace them. */
export function Looks({ you, open, notes }) {
  const [held, holding] = useHeld();
  return html`${notes && html`<button type="button" class="key look" onClick=${() => open("notes")}>${say("web-wqrdles-notes")}</button>`}
    ${you.secret?.word && html`<button type="button" class="key look wq-own" ...${holding}>${say("web-wqrdles-own")}
      <span class="bubble" aria-live="polite">${held && you.secret.word}</span></button>`}`;
}

/** The storage name of notes on hidden words: for each commitment, the notes by letter. */
export const NOTES = "wqrdles";

/** Delete notes on words whose round is over. */
export function useFresh({ commitments }) {
  const words = commitments.filter(Boolean);
  useEffect(() => {
    const all = kept(NOTES), fresh = Object.entries(all).filter(([word]) => words.includes(word));
    if (fresh.length < Object.keys(all).length) keep(NOTES, Object.fromEntries(fresh));
  }, [words.join()]);
}
