/** The letter zones on a phone: one strip of linen in wood, the pieces laid as letters, NO tokens below. */
import { BOX, useLying } from "../../parts/letters/lying.js";
import { KINDS, Laid, Missing, NoToken } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Lies, told } from "../../parts/zones.js";

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.letters Each letter's pieces.
 * @param {number} [given.chosen] The zone that is chosen.
 * @param {function} [given.choose] Told which zone was tapped; without it nothing looks like a button.
 * @param {function} [given.label] What a tap on a zone does, for whoever listens.
 * @param {string[]} [given.word] What is spelled: each zone has a slot for its letter.
 */
export function SeatZones({ state, letters, chosen = 0, choose, label, word }) {
  const { view } = state, plays = view && !view.waiting && !view.over;
  const faces = state.zones.filter((face) => face.in_word)
    .map((face) => (plays ? { ...face, letter: null } : face)); // the last round's word makes room for this one's
  return html`<ol class=${`strip wood raised of-${faces.length}`} aria-label=${say("web-zones")}>${faces.map((face, at) => {
    const inside = html`<${Inside} face=${face} letters=${letters} letter=${word?.[at]} slot=${Boolean(word)} round=${view?.round} />`;
    return html`<li key=${face.zone} class=${face.lamp}>${choose
      ? html`<button type="button" class="spot" aria-pressed=${chosen === face.zone} aria-label=${[label(face.zone, at), told(face)].join(" ")}
          onClick=${() => choose(face.zone)}>${inside}</button>`
      : html`<span class="spot">${inside}<span class="unseen">${told(face)}</span></span>`}</li>`;
  })}</ol>`;
}

/** What one zone shows: its number, the board's answer, what lies there, and what does not belong there. */
function Inside({ face, letters, letter = "", slot, round }) {
  const pieces = letters && !face.card && !face.spelled;
  return html`<span class="field linen hollow">
      <span class="top"><span>${face.zone}</span> <b>${face.lamp === "dark" ? "" : face.word}</b></span>
      ${pieces ? html`<${Pieces} key=${round} face=${face} letters=${letters} typed=${letter} />` : html`<${Lies} face=${face} />`}
      <span class="noes" aria-hidden="true">${KINDS.filter((_, place) => face.covered[place]).map((kind) => html`<${NoToken} key=${kind} kind=${kind} />`)}</span></span>
    ${slot && html`<span class=${`slot ${letter ? "full" : ""}`} aria-hidden="true">${letter}</span>`}`;
}

/** The pieces of a zone, rigid, as a letter that they can still become; what a letter typed there lacks is dashed. */
function Pieces({ face, letters, typed }) {
  const { lie, missing } = useLying(face, letters, typed);
  return html`<svg class="lies" viewBox=${BOX} aria-hidden="true" focusable="false">
    ${missing.map((pose, at) => html`<${Missing} key=${`m${at}`} ...${pose} />`)}
    ${lie.map((one, at) => html`<g class=${one.fresh ? "fresh" : ""} key=${`${at}${one.kind}`}><${Laid} ...${one} /></g>`)}</svg>
    ${face.letter && html`<span class="unseen">${face.letter}</span>`}`;
}
