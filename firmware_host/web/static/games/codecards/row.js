/** A row of Code cards on the wall and in the history: hidden cards, each with its penny and its pile. */
import { style } from "../load.js";
import { Card } from "../../parts/cards.js";
import { Mark } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Small, drawn } from "./faces.js";
import { other, row } from "./table.js";

await style("codecards/row.css");


/** A hidden card: its back, an empty place, or the card after it was revealed. */
function Hidden({ cell }) {
  if (cell.card) return html`<${Card} ...${drawn(cell.card)} />`;
  if (cell.lies) return html`<${Card} back />`;
  return html`<span class="cc-none">?<span class="unseen">${say("card-waits")}</span></span>`;
}

/** The answer to the pile's top card: a penny, or a miss just now. */
function Worth({ cell }) {
  if (cell.penny) return html`<span class="cc-penny yes"><${Mark} name="tick" /> ${say("web-codecards-hit")}</span>`;
  if (cell.fresh && cell.top) return html`<span class="cc-penny no"><${Mark} name="cross" /> ${say("web-codecards-no-hit")}</span>`;
  return html`<span class="cc-penny"></span>`;
}

/**
 * A row of hidden cards, each with its penny and its pile.
 *
 * @param {object} given
 * @param {object} given.view The public view.
 * @param {number} given.owner The owner of the hidden cards.
 * @param {string} given.title
 */
export function Row({ view, owner, title }) {
  const shown = row(view, owner).sort((one, two) => one.zone - two.zone);
  const next = view.turn === other(owner) && !view.over ? view.column : 0;
  return html`<section class="cc-row"><h2>${title}</h2><ol>${shown.map((cell) => html`
    <li key=${cell.zone} class=${`${cell.penny ? "yes" : cell.fresh && cell.top ? "no" : ""} ${cell.column === next ? "next" : ""} ${cell.card ? "open" : ""}`}>
      <span class="cc-number">${cell.zone}</span>
      <div class="cc-hidden"><${Hidden} cell=${cell} /></div>
      <${Worth} cell=${cell} />
      <div class="cc-pile">${cell.top && html`<${Card} ...${drawn(cell.top)} />`}
        ${cell.height > 1 && html`<span class="cc-height">× ${cell.height}</span>`}</div>
      ${cell.named && html`<p class="cc-named">${say("web-codecards-named")} <${Small} card=${cell.named} /></p>`}
    </li>`)}</ol></section>`;
}
