/** Words at the virtual board: spelled there, and sent as a line. */
import { act } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { WordPad } from "../../parts/letters/wordpad.js";
import { say } from "../../parts/words.js";

/**
 * Send a transcript's line; where it is refused, say why here.
 *
 * @param {function} close Called once it is done.
 * @returns {[object, function]} The refusal, `{code, text}`, and what sends a line.
 */
export function useLine(close) {
  const [refusal, setRefusal] = useState({});
  const send = async (body) => {
    const answer = await act("/api/do", body);
    if (answer.ok) close();
    else setRefusal({ code: answer.refused, text: answer.text ?? answer.error });
  };
  return [refusal, send];
}

/** A word to spell, with whatever is done with it. */
export function Spelling({ state, word, spell, hidden, refusal, children }) {
  const [rows, setRows] = useState(false);
  return html`<${WordPad} ...${{ word, spell, rows, say, hidden }} length=${state.length} language=${state.language}
    label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)}>
    <p class="why" role="alert">${refusal.text}</p>
    <div class="pair">${children}</div>
  </${WordPad}>`;
}
