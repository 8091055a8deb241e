/** What can be told of a word of the day without the word: plain text, to be copied. */
import { html, useRef, useState } from "../../vendor/preact.js";
import { say } from "../words.js";

/** @param {object} given.view The game as everybody may see it; without such a text nothing is drawn. */
export function Shared({ view }) {
  const text = useRef(null);
  const [copied, setCopied] = useState(false);
  if (!view.shared) return null;
  const copy = () => {
    text.current.select(); // a page without TLS has no clipboard of its own
    setCopied(document.execCommand("copy"));
  };
  const rows = view.shared.split("\n").length;
  return html`<div class="shared"><label class="field">${say("web-shared")}<textarea ref=${text} readonly rows=${Math.min(rows, 8)} value=${view.shared} /></label>
    <p><button type="button" onClick=${copy}>${say(copied ? "web-shared-copied" : "web-shared-copy")}</button></p></div>`;
}
