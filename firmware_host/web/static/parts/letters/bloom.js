/** A Yes blooms below the piece that has just been laid; each petal is one element, for a Yes has to be quick. */
import { useLater } from "./later.js";
import { html } from "../../vendor/preact.js";

/** Small pieces that fly from a zone that says Yes. */
const PETALS = 12;

/**
 * @param {object} given
 * @param {object} given.beat What is played now.
 * @param {object} given.face The zone.
 */
export function Bloom({ beat, face }) {
  const seen = useLater(beat?.n); // the answer itself is drawn a frame before
  if (beat?.zone !== face.zone || beat.what !== "yes" || !beat.kind || beat.n !== seen) return null;
  return html`<span class=${`bloom ${beat.kind}`} aria-hidden="true"><i></i><i></i>${Array.from({ length: PETALS }, (_, at) => html`
    <span class="petal" style=${{ "--turn": `${at * (360 / PETALS) + 8}deg`, "--far": at % 2 }}></span>`)}</span>`;
}
