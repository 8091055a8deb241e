/** The zone cards, to print: one sheet for each pupil of a class without phones. */
import { otherLanguages } from "../../parts/languages.js";
import { html, render } from "../../vendor/preact.js";
import { loadWords, say } from "../../parts/words.js";

const page = document.getElementById("page");
await loadWords();
render(html`
  <header class="screen-only"><h1>${say("web-title-cards")}</h1>
    <p>${say("web-cards-how")}</p>
    <p><button type="button" class="main" onClick=${() => print()}>${say("web-print")}</button> ${otherLanguages("/cards")}</p></header>
  <img src="/static/print/zone-cards.svg" alt=${say("web-cards-alt")} />`, page);
