/** The input for the key of a duplicate evening, which gives each board the same words. */
import { html, useState } from "../../vendor/preact.js";
import { say } from "../words.js";

/**
 * @param {object} given
 * @param {function} given.begin Called with the key; returns why it is refused, or nothing.
 */
export function Evening({ begin }) {
  const [key, setKey] = useState("");
  const [why, setWhy] = useState("");
  const go = async (event) => {
    event.preventDefault();
    setWhy(await begin(key));
  };
  return html`<details class="evening"><summary>${say("web-evening-title")}</summary>
    <form onSubmit=${go}>
      <label>${say("web-evening-key")} <input autocomplete="off" autocapitalize="characters" spellcheck=${false}
        required maxlength="20" value=${key} onInput=${(event) => setKey(event.target.value)} /></label>
      ${why && html`<p class="why" role="alert">${why}</p>`}
      <button>${say("web-begin-now")}</button>
    </form></details>`;
}
