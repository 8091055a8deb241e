/** Checks in this browser that the board has kept its word: see promise.js. */
import { placeOf, remembered } from "../parts/promise.js";
import { sha256 } from "../vendor/sha256.js";
import { html, render, useState } from "../vendor/preact.js";
import { readJson } from "../parts/read.js";
import { loadWords, say } from "../parts/words.js";

const seen = remembered();

/**
 * Return what the promise of a round must have been: HMAC-SHA256(nonce, "ROUND:WORD").
 * A page by plain HTTP has no crypto.subtle, hence the library.
 *
 * @param {string} nonce In hex, as it is shown at the end.
 * @param {number} round The round's number, from 1.
 * @param {string} word The word, as it was laid.
 */
function promise(nonce, round, word) {
  const key = (nonce.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
  return sha256.hmac(key, `${round}:${word}`);
}

/** Return what the finished rounds have opened: a word each, or everybody's own. */
function opened({ results, nonces = [] }) {
  return results.flatMap((one, at) => {
    const own = one.words.map((word, seat) => ({ word, nonce: nonces[at]?.[seat], place: placeOf(at + 1, seat) }));
    return [{ ...one, place: `${at + 1}` }, ...own].map((each) => ({ ...each, round: at + 1 }));
  }).filter((one) => one.nonce);
}

function Finished({ view }) {
  const rounds = view ? opened(view) : [];
  if (!rounds.length) return html`<p>${say("web-check-none")}</p>`;
  return html`<ol class="rounds">${rounds.map((one) => {
    const made = promise(one.nonce, one.round, one.word);
    const kept = seen[one.place]?.hex;
    return html`<li key=${one.place}>
      <h3>${say("web-check-round", { n: one.round, word: one.word })}</h3>
      <${Verdict} made=${made} shown=${kept} />
      <dl><dt>${say("web-check-nonce")}</dt><dd><code>${one.nonce}</code></dd>
        <dt>${say("web-check-made")}</dt><dd><code>${made}</code></dd>
        ${kept && html`<dt>${say("web-check-shown")}</dt><dd><code>${kept}</code></dd>`}</dl>
    </li>`;
  })}</ol>`;
}

function Verdict({ made, shown }) {
  if (!shown) return html`<p class="verdict">? ${say("web-check-unseen")}</p>`;
  const same = made === shown.trim().toLowerCase();
  return html`<p class=${`verdict ${same ? "good" : "bad"}`}>${same ? "✓" : "✕"} ${
    say(same ? "web-check-kept" : "web-check-broken")}</p>`;
}

/** Values from a note, a photo, or a transcript. */
function Typed() {
  const [given, set] = useState({ round: "1", word: "", nonce: "", shown: "" });
  const [made, setMade] = useState("");
  const field = (name, label, more = {}) => html`<p><label for=${name}>${say(label)}</label>
    <input id=${name} value=${given[name]} required autocomplete="off" spellcheck=${false} ...${more}
      onInput=${(event) => { set({ ...given, [name]: event.target.value }); setMade(""); }} /></p>`;
  const work = (event) => {
    event.preventDefault();
    setMade(promise(given.nonce.trim(), Number(given.round), given.word.trim().toUpperCase()));
  };
  return html`<form onSubmit=${work}>
    ${field("round", "web-check-number", { inputmode: "numeric", pattern: "[0-9]{1,3}" })}
    ${field("word", "web-check-word", { maxlength: 12 })}
    ${field("nonce", "web-check-nonce", { pattern: "\\s*([0-9a-fA-F]{2}){32}\\s*" })}
    ${field("shown", "web-check-shown", { pattern: "\\s*[0-9a-fA-F]{64}\\s*" })}
    <p><button class="main">${say("web-check-work")}</button></p>
    <div aria-live="polite">${made && html`<${Verdict} made=${made} shown=${given.shown} />
      <p><code>${made}</code></p>`}</div>
  </form>`;
}

const page = document.getElementById("page");
await loadWords();
const { view } = (await readJson(`/api/state?as=wall&lang=${document.documentElement.lang}`)).json;
render(html`
  <h1>${say("web-title-check")}</h1>
  <p>${say("web-check-why")}</p>
  <p>${say("web-check-how")}</p>
  <h2>${say("web-check-finished")}</h2>
  <${Finished} view=${view} />
  <h2>${say("web-check-typed")}</h2>
  <${Typed} />
  <h2>${say("web-check-self")}</h2>
  <p>${say("web-check-self-how")}</p>
  <pre tabindex="0"><code>printf '1:HOBBY' | openssl dgst -sha256 -mac HMAC -macopt hexkey:${"NONCE"}</code></pre>`, page);
