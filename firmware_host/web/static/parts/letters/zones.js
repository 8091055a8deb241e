/** The letter zones on pages where pieces cannot be moved: letters forming, and large NO tokens. */
import { Bloom } from "./bloom.js";
import { posesOf } from "./letters.js";
import { BOX, useLying } from "./lying.js";
import { KINDS, Laid, Mark, NoToken } from "../pieces.js";
import { html } from "../../vendor/preact.js";
import { Lies, told } from "../zones.js";

/** The sign beside each answer. */
const MARKS = { yes: "tick", no: "cross" };

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.letters Each letter's pieces.
 * @param {object} given.beat The result of `useBeat`.
 */
export function LyingZones({ state, letters, beat }) {
  const faces = state.zones.filter((face) => face.in_word);
  return html`<ol class="zones wood raised" style=${{ "--zones": faces.length }}>${faces.map((face) => html`
    <${Zone} key=${face.zone} face=${face} letters=${letters} beat=${beat} round=${state.view?.round ?? 0} />`)}</ol>`;
}

function Zone({ face, letters, beat, round }) {
  const now = beat?.zone === face.zone && MARKS[beat.what];
  return html`<li class=${`zone ${face.lamp} ${face.letter ? "found" : ""} ${now ? "now" : ""}`}>
    <strong class="answer">${face.lamp !== "dark" && html`${MARKS[face.lamp] && html`<${Mark} name=${MARKS[face.lamp]} />`}${face.word}`}</strong>
    <div class="lies linen hollow"><span class="place">${face.zone}</span><${Bloom} beat=${beat} face=${face} />
      ${face.card || face.spelled ? html`<${Lies} face=${face} />` : html`<${Pieces} key=${round} face=${face} letters=${letters} />`}</div>
    ${face.letter && face.tile !== false ? html`<b class="cap" aria-hidden="true">${face.letter}</b>` : html`<div class="noes">${KINDS.filter((_, place) => face.covered[place]).map((kind) => html`
      <${NoToken} key=${kind} kind=${kind} />`)}</div>`}
    <span class="unseen">${face.letter ?? ""} ${told(face)}</span>
  </li>`;
}

/** The pieces of a zone, arranged as a letter that they can still become. */
function Pieces({ face, letters }) {
  const { lie } = useLying(face, letters);
  const shown = face.letter && !posesOf(face.letter);
  if (shown) return html`<span class="spelled">${face.letter}</span>`;
  return html`<svg class=${face.letter ? "letter" : "forming"} viewBox=${BOX} preserveAspectRatio="xMaxYMax meet" aria-hidden="true" focusable="false">${lie.map((one, at) => html`
    <g key=${`${at}${one.kind}`} class=${`laid ${one.fresh ? "fresh" : ""}`} style=${{ transform: `translate(${one.x}px, ${one.y}px)`, "--at": at }}><${Laid} kind=${one.kind} turn=${one.turn} /></g>`)}</svg>`;
}
