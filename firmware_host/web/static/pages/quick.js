/** The rules of a game on one page, to print: `?game=NAME`; else of the one that is on, or chosen. */
import { games } from "../parts/choosing.js";
import { loadGame } from "../games/load.js";
import { loadLetters } from "../parts/letters/letters.js";
import { html, render } from "../vendor/preact.js";
import { otherLanguages } from "../parts/languages.js";
import { readJson } from "../parts/read.js";
import { loadWords, say } from "../parts/words.js";

function Part([heading, ...sentences]) {
  return html`<section><h2>${say(heading)}</h2>
    <ol>${sentences.map((code) => html`<li>${say(code)}</li>`)}</ol></section>`;
}

/** The other games' pages; nothing where there is one game alone. */
function Others({ offered, name }) {
  if (offered.length < 2) return null;
  return html`<nav class="screen-only" aria-label=${say("web-game")}>${offered.filter((one) => one.name !== name).map((one) => html`
    <a key=${one.name} href=${`/quick?game=${one.name}&lang=${lang}`}>${one.title}</a> `)}</nav>`;
}

const lang = document.documentElement.lang;
const page = document.getElementById("page");
await loadWords();
const asked = new URLSearchParams(location.search).get("game");
const [offered, letters, { json: state }] = await Promise.all([
  games(),
  loadLetters(),
  readJson(`/api/state?as=wall&lang=${lang}`),
]);
const game = offered.find((one) => one.name === asked) ?? offered.find((one) => one.name === state.chosen) ?? offered[0];
const { quick = {} } = await loadGame(game.page, "quick");
const { parts = [], points = {}, Rest, Below } = quick;
render(html`
  <header><h1>${say("web-title-quick")}${offered.length > 1 && html` · ${game.title}`}</h1>
    <p class="screen-only"><button type="button" onClick=${() => print()}>${say("web-print")}</button>
      ${otherLanguages(`/quick?game=${game.name}`)}</p></header>
  <${Others} offered=${offered} name=${game.name} />
  <p class="rule screen-only">${game.rule}</p>
  <div class="columns">
    ${parts.map(Part)}
    ${Object.keys(points).length > 0 && html`<section><h2>${say("web-quick-points")}</h2>
      <table><tbody>${Object.entries(points).map(([code, count]) => html`
        <tr><td>${say(code)}</td><td class="number">${count}</td></tr>`)}</tbody></table>
    </section>`}
    ${Rest && html`<${Rest} letters=${letters} />`}
  </div>
  ${Below && html`<${Below} letters=${letters} />`}`, page);
