/** What is known about whom, for how long, and what the network may overhear. */
import { html, render } from "../vendor/preact.js";
import { otherLanguages } from "../parts/languages.js";
import { loadWords, say } from "../parts/words.js";

/** Each part of the page: its heading, and its paragraphs. */
const PARTS = [
  ["web-privacy-names", "web-privacy-names-1", "web-privacy-names-2", "web-privacy-names-3"],
  ["web-privacy-kept", "web-privacy-kept-1", "web-privacy-kept-2", "web-privacy-kept-3", "web-privacy-kept-4",
    "web-privacy-kept-5"],
  ["web-privacy-erase", "web-privacy-erase-1", "web-privacy-erase-2", "web-privacy-erase-3",
    "web-privacy-erase-4"],
  ["web-privacy-network", "web-privacy-network-1", "web-privacy-network-2", "web-privacy-network-3",
    "web-privacy-network-4"],
  ["web-privacy-browser", "web-privacy-browser-1", "web-privacy-browser-2"],
];

await loadWords();
render(html`
  <h1>${say("web-title-privacy")}</h1>
  <p class="big">${say("web-privacy-short")}</p>
  ${PARTS.map(([heading, ...paragraphs]) => html`<section><h2>${say(heading)}</h2>
    ${paragraphs.map((code) => html`<p>${say(code)}</p>`)}</section>`)}
  <p>${otherLanguages("/privacy")}</p>`,
document.getElementById("page"));
