/** The maker's private part on a shared screen: a word to hide, then its pieces. */
import { Letter, inWords } from "../../parts/letters/letters.js";
import { KINDS, Mark, Piece } from "../../parts/pieces.js";
import { WordPad } from "../../parts/letters/wordpad.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Worth } from "./worth.js";

/** A word to hide; after that the word with its pieces, found and hidden ones. */
export function Private(given) {
  const { state: { you } } = given;
  const [again, setAgain] = useState(false);
  return html`<div class="dc-private">${you.secret && !again ? html`<${Hidden} ...${given} change=${() => setAgain(true)} />`
    : html`<${Hide} ...${given} />`}</div>`;
}

/** The word and its pieces, for the maker who hands them over. */
function Hidden({ state: { you, view }, change }) {
  const { word, builds, hidden } = you.secret;
  return html`<div class="dc-hidden"><p class="unseen">${word}. ${say("web-secret-left")} ${inWords(hidden, say)}</p>
    <ol aria-hidden="true">${[...word].map((letter, at) => html`<li key=${at} class="wood"><b>${letter}</b>
      <span class="linen hollow"><${Found} build=${builds[at]} placed=${view.placed[at] ?? []} /></span></li>`)}</ol>
    ${you.may.includes("secret") && html`<p><button type="button" onClick=${change}>${say("web-secret-change")}</button></p>`}</div>`;
}

/** The pieces of a letter; found ones have a tick. */
const Found = ({ build, placed }) => build.flatMap((count, place) => Array.from({ length: count }, (_, at) => html`
  <i key=${`${place} ${at}`} class=${at < (placed[place] ?? 0) ? "found" : ""}><${Piece} kind=${KINDS[place]} />${at < (placed[place] ?? 0) && html`<${Mark} name="tick" />`}</i>`));

/** The input of the word; below each box the pieces that seekers will look for. */
export function Hide({ state, letters, act, done, hidden = false }) {
  const [word, spell] = useState("");
  const [rows, setRows] = useState(true);
  const [doubt, setDoubt] = useState(false);
  const whole = word.length === state.length;
  const hide = (more) => async () => {
    const answer = await act({ do: "secret", word, ...more });
    if (answer.ok) return done();
    setDoubt(answer.refused === "word-unknown");
    return undefined;
  };
  return html`<${WordPad} ...${{ word, rows, say, hidden }} length=${state.length} language=${state.language} label=${say("web-word-of", { n: state.length })}
    turn=${() => setRows(!rows)} spell=${(next) => { setDoubt(false); spell(next); }}>
    ${!hidden && html`<p class="dc-builds" aria-hidden="true">${Array.from({ length: state.length }, (_, at) => html`<span key=${at}>${word[at] && html`<${Letter} letter=${word[at]} build=${letters[word[at]] ?? []} small />`}</span>`)}</p>`}
    <p class="pair"><button type="button" class="main" disabled=${!whole} onClick=${hide({})}>${say("web-secret-set")}</button>
      ${doubt && whole && html`<button type="button" onClick=${hide({ override: true })}>${say("web-secret-anyway")}</button>`}</p>
    ${whole && html`<${Worth} key=${word} word=${word} language=${state.language} />`}
  </${WordPad}>`;
}
