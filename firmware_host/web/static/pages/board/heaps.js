/** The letter pieces beside the board: a heap of each kind, with the number left. */
import { Takes } from "./hand.js";
import { KINDS, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The number of pieces of each kind in the box, in the order of `KINDS`. */
const IN_BOX = [16, 16, 8, 8];

/** The four heaps of pieces beside the board. */
export function Heaps({ state, hand, setWhy }) {
  return KINDS.map((kind, place) => html`<${Takes} key=${kind} item=${{ kind }} hand=${hand} setWhy=${setWhy} class=${kind}>
    <${Piece} kind=${kind} /><span><span>${say(`kind-${kind}`)}</span> <b>${IN_BOX[place] - state.board.laid[place]}</b></span></${Takes}>`);
}
