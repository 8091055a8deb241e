/** A printable plan of a first lesson of 45 minutes: steps, sentences, buttons. */
import { otherLanguages } from "../../parts/languages.js";
import { html, render } from "../../vendor/preact.js";
import { loadWords, say } from "../../parts/words.js";

/** The last minute of each part, and the buttons of the remote that it uses. */
const PARTS = [
  [5, "web-remote-teams", "web-door-shut-it"], [10, "web-begin-now", "web-pause"], [20, "web-go-on", "web-remote-next"],
  [30, "web-remote-next"], [38, "web-last-round"], [42, "web-remote-podium", "web-remote-sheet"], [45, "web-end-lesson"],
];

function Part({ at, from, to, buttons }) {
  return html`<tr><th scope="row">${from}–${to}</th><td>${say(`web-plan-${at}-what`)}</td><td class="spoken">${say(`web-plan-${at}-say`)}</td>
    <td>${buttons.map((code) => html`<b key=${code}>${say(code)}</b> `)}</td></tr>`;
}

const page = document.getElementById("page");
await loadWords();
render(html`
  <header><h1>${say("web-title-plan")}</h1>
    <p class="screen-only"><button type="button" class="main" onClick=${() => print()}>${say("web-print")}</button> ${otherLanguages("/plan")}</p></header>
  <p>${say("web-plan-for")}</p>
  <div class="table" tabindex="0" role="region" aria-label=${say("web-title-plan")}><table>
    <thead><tr>${["minute", "what", "say", "press"].map((code) => html`<th scope="col" key=${code}>${say(`web-plan-${code}`)}</th>`)}</tr></thead>
    <tbody>${PARTS.map(([to, ...buttons], at) => html`<${Part} key=${to} at=${at + 1} from=${PARTS[at - 1]?.[0] ?? 0} to=${to} buttons=${buttons} />`)}</tbody>
  </table></div>
  <p>${say("web-plan-short")}</p>`, page);
