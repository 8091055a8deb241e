/** Code cards on a phone: a row of hidden cards as three places of linen, each with its pile. */
import { Card } from "../../parts/cards.js";
import { Mark } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Small, called, drawn, row } from "./table.js";

/**
 * @param {object} given
 * @param {object} given.view The public view.
 * @param {number} given.owner Whose hidden cards they are.
 * @param {string} given.by What the places are counted by: "column" or "place".
 * @param {string} given.title
 * @param {object} [given.ghost] A card that is not given yet: `{card, column, hides}`; `hides` where it is named.
 * @param {function} [given.open] Tells whether a card may go on a column; without it nothing looks like a button.
 * @param {function} [given.choose] Told which column was tapped.
 * @param {string} [given.over] The column that a card is dragged over.
 * @param {string[]} [given.code] The hidden cards, while their owner looks at them.
 */
export function SeatRow({ view, owner, by, title, ghost = {}, open = () => false, choose, over = "", code }) {
  const cells = row(view, owner).sort((one, two) => one[by] - two[by]);
  const next = view.turn !== owner && !view.over && !view.waiting ? view.column : 0;
  return html`<section class="cc-side"><h2>${title}</h2><ol class=${`strip wood raised ${by}`}>${cells.map((cell) => {
    const free = open(cell.column), lies = ghost.column === cell.column ? ghost : {};
    const inside = html`<${Place} ...${{ cell, number: cell[by], lies, pad: view.cards !== "dealt", code: code?.[cell.place - 1] }} />`;
    const lamp = cell.penny ? "yes" : cell.fresh && cell.top ? "no" : "";
    return html`<li key=${cell.zone} class=${`${lamp} ${cell.column === next ? "next" : ""} ${over === String(cell.column) && free ? "over" : ""}`}>${free
      ? html`<button type="button" class="spot" data-drop=${cell.column} aria-pressed=${Boolean(lies.card)} onClick=${() => choose(cell.column)}>${inside}</button>`
      : html`<span class="spot">${inside}</span>`}</li>`;
  })}</ol></section>`;
}

/** One place: its number, with real cards that of its pad, what its pile was worth, the hidden card, and the pile's top card. */
function Place({ cell, number, lies, pad, code }) {
  const hides = lies.hides ? lies.card : cell.card ?? code;
  const top = lies.card && !lies.hides ? lies.card : cell.top;
  return html`<span class="field linen hollow">
    <span class="top"><span><span class="unseen">${say("web-codecards-column")} </span>${number}</span>${pad && html`<small>${say("web-codecards-pad", { n: cell.zone })}</small>`} <${Penny} cell=${cell} /></span>
    <span class="cc-pile">${top ? html`<span key=${top} class=${lies.card === top ? "ghost" : ""} data-card=${lies.card === top ? called(top) : null}><${Card} ...${drawn(top)} /></span>` : html`<span class="cc-none"></span>`}
      ${cell.height > 1 && html`<small>× ${cell.height}</small>`}</span>
    <span class="cc-hidden">${hides ? html`<span class=${lies.hides ? "ghost" : ""}><${Card} ...${drawn(hides)} /></span>` : cell.lies ? html`<${Card} back />` : html`<span class="cc-none">?<span class="unseen">${say("card-waits")}</span></span>`}
      ${cell.named && html`<small>${say("web-codecards-named")} <${Small} card=${cell.named} /></small>`}</span></span>`;
}

/** What the pile's card was worth: a hit that stays, or none just now. */
function Penny({ cell }) {
  if (cell.penny) return html`<b><${Mark} name="tick" /><span> ${say("web-codecards-hit")}</span></b>`;
  if (cell.fresh && cell.top) return html`<b><${Mark} name="cross" /><span> ${say("web-codecards-no-hit")}</span></b>`;
  return html`<b></b>`;
}
