/** A text to share about a word of the day, which does not reveal the word. */
import { Found } from "./found.js";
import { Dialog } from "../dialog.js";
import { html, useRef, useState } from "../../vendor/preact.js";
import { say } from "../words.js";

/** @param {object} given.view The public view; without a `shared` text nothing is drawn. */
export function Shared({ view }) {
  const [opened, open] = useState(false);
  if (!view.shared) return null;
  return html`<div class="shared"><p><button type="button" onClick=${() => open(true)}>${say("web-shared-picture")}</button> <${Found} /></p>
    ${opened && html`<${Sheet} text=${view.shared} close=${() => open(false)} />`}</div>`;
}

function Sheet({ text, close }) {
  const box = useRef(null);
  const [copied, setCopied] = useState(false);
  const copy = () => {
    box.current.select(); // a page without TLS has no clipboard of its own
    setCopied(document.execCommand("copy"));
  };
  return html`<${Dialog} title=${say("web-shared-picture")} closeWord=${say("web-close")} close=${close}>
    <label class="field">${say("web-shared")}<textarea ref=${box} readonly rows=${Math.min(text.split("\n").length, 4)} value=${text} /></label>
    <p><button type="button" class="main" onClick=${copy}>${say(copied ? "web-shared-copied" : "web-shared-copy")}</button></p></${Dialog}>`;
}
