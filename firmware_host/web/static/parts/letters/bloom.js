/** Petals below a piece that was just answered with Yes; each is one element, so that it starts fast. */
import { useLater } from "./later.js";
import { html } from "../../vendor/preact.js";

/** The number of petals. */
const PETALS = 12;

/**
 * @param {object} given
 * @param {object} given.beat The beat that is played now.
 * @param {object} given.face The zone.
 */
export function Bloom({ beat, face }) {
  const seen = useLater(beat?.n); // the answer itself is drawn one frame before
  if (beat?.zone !== face.zone || beat.what !== "yes" || !beat.kind || beat.n !== seen) return null;
  return html`<span class=${`bloom ${beat.kind}`} aria-hidden="true"><i></i><i></i>${Array.from({ length: PETALS }, (_, at) => html`
    <span class="petal" style=${{ "--turn": `${at * (360 / PETALS) + 8}deg`, "--far": at % 2 }}></span>`)}</span>`;
}
