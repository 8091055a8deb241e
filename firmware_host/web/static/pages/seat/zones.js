/** The letter zones on a phone: a strip with the pieces laid as letters, NO tokens below. */
import { BOX, useLying } from "../../parts/letters/lying.js";
import { KINDS, Laid, Missing, NoToken } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Lies, shut, told } from "../../parts/zones.js";

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.letters Each letter's pieces.
 * @param {number} [given.chosen] The chosen zone.
 * @param {function} [given.choose] Called with the zone that was tapped; without it no zone looks like a button.
 * @param {string} [given.kind] The kind of the piece in hand; it cannot be laid in a zone in which it was a No.
 * @param {function} [given.label] Returns the description of a tap on a zone, for screen readers.
 * @param {string[]} [given.word] The letters that are being entered, one per zone.
 */
export function SeatZones({ state, letters, chosen = 0, choose, kind, label, word }) {
  const { view } = state, plays = view && !view.waiting && !view.over;
  const faces = state.zones.filter((face) => face.in_word)
    .map((face) => (plays && face.tile === undefined ? { ...face, letter: null } : face)); // the last round's word makes room for this one's
  return html`<ol class=${`strip wood raised of-${faces.length}`} aria-label=${say("web-zones")}>${faces.map((face, at) => {
    const inside = html`<${Inside} face=${face} letters=${letters} letter=${word?.[at]} slot=${Boolean(word)} round=${view?.round} />`;
    const closed = shut(face, { kind });
    return html`<li key=${face.zone} class=${`${face.lamp} ${closed ? "shut" : ""}`}>${choose && !closed
      ? html`<button type="button" class="spot" aria-pressed=${chosen === face.zone} aria-label=${[label(face.zone, at), told(face)].join(" ")}
          onClick=${() => choose(face.zone)}>${inside}</button>`
      : html`<span class="spot">${inside}<span class="unseen">${told(face)}</span></span>`}</li>`;
  })}</ol>`;
}

/** The content of one zone: its number, the board's answer, its pieces, and its NO tokens. */
function Inside({ face, letters, letter = "", slot, round }) {
  const pieces = letters && !face.card && !face.spelled;
  return html`<span class="field linen hollow">
      <span class="top"><span>${face.zone}</span> <b>${face.lamp === "dark" ? "" : face.word}</b></span>
      ${pieces ? html`<${Pieces} key=${round} face=${face} letters=${letters} typed=${letter} />` : html`<${Lies} face=${face} />`}
      <span class="noes" aria-hidden="true">${KINDS.filter((_, place) => face.covered[place]).map((kind) => html`<${NoToken} key=${kind} kind=${kind} />`)}</span></span>
    ${slot && html`<span class=${`slot ${letter ? "full" : ""}`} aria-hidden="true">${letter}</span>`}`;
}

/** The pieces of a zone, drawn as a letter that is still possible; parts that a typed letter lacks are dashed. */
function Pieces({ face, letters, typed }) {
  const { lie, missing } = useLying(face, letters, typed);
  return html`<svg class="lies" viewBox=${BOX} aria-hidden="true" focusable="false">
    ${missing.map((pose, at) => html`<${Missing} key=${`m${at}`} ...${pose} />`)}
    ${lie.map((one, at) => html`<g class=${one.fresh ? "fresh" : ""} key=${`${at}${one.kind}`}><${Laid} ...${one} /></g>`)}</svg>
    ${face.letter && html`<span class="unseen">${face.letter}</span>`}`;
}
