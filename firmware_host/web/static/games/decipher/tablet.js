/** Decipher on a tablet: it names the real piece to lay, or lets the maker choose one. */
import { board, Dish, footed } from "./board.js";
import { KINDS, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { sentence, task } from "./turn.js";

/** Return the message for a touch without a piece. */
const idle = ({ view }) => (view ? (task(view) === "take" && !view.waiting ? say("web-tablet-pick") : sentence(view)) : "");

/** The requested piece as picture and word; or the four kinds, if a person hands them over. */
function Handed(given) {
  const { state, hand } = given;
  const what = task(state.view);
  if (what === "take") {
    return html`<div class="kinds" role="group" aria-label=${say("web-board-tray")}>${KINDS.map((kind) => html`
      <button type="button" key=${kind} class=${`paper ${kind}`} aria-pressed=${hand.picked?.kind === kind} data-kind=${kind} onClick=${() => hand.pick(hand.picked?.kind === kind ? null : { kind })}>
        <${Piece} kind=${kind} /><span>${say(`kind-${kind}`)}</span></button>`)}</div>`;
  }
  if (what !== "place" || board.botOf(state)) return html`<${Dish} ...${given} />`;
  const kind = state.view.holding;
  return html`<div class="handed paper" key=${`${kind}${state.view.noes}`} data-kind=${kind}><${Piece} kind=${kind} />
    <p role="status"><b>${say(`kind-${kind}`)}</b><small>${say("web-tablet-lay")}</small></p></div>`;
}

export const tablet = { ...board, idle, Foot: footed(Handed) };
