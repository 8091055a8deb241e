/** KEYWORD at the virtual board: the blue cards on its pads; the hands are on the phones. */
import { Card } from "../cards.js";
import { html } from "../vendor/preact.js";
import { say } from "../words.js";
import { Opened } from "./keyword-parts.js";
import { Player } from "./keyword-wall.js";

const Lies = ({ face }) => (face.card ? html`<${Card} text=${face.card.text} tone="blue" />` : null);

/** What was shown last; else where the hands are. */
function Tray({ state: { view, players } }) {
  if (view?.opened.length) return html`<div class="tray kw-tray"><${Opened} view=${view} players=${players} /></div>`;
  return html`<div class="tray kw-tray"><p class="small">${say("web-keyword-phones")}</p></div>`;
}

function Supply({ state: { view } }) {
  if (!view) return html`<p class="supply"></p>`;
  return html`<p class="supply">${say("web-keyword-orange", { n: view.orange_left })} · ${say("web-keyword-blue", { n: view.blue_left })}</p>`;
}

export const board = { Lies, Tray, Supply, Player };
