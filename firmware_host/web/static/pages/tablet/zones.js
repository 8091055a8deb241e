/** The letter zones under real pieces: as large as the glass allows, and each of them a place to touch. */
import { Bloom } from "../../parts/letters/bloom.js";
import { arrives, reveals } from "../board/reveal.js";
import { announced } from "../board/top.js";
import { looked, slots, Symbols, told } from "../board/zones.js";
import { BOX, useLying } from "../../parts/letters/lying.js";
import { Slot } from "../../parts/letters/spelling.js";
import { Laid, Mark, Missing } from "../../parts/pieces.js";
import { html, useRef } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { useTouches } from "./touches.js";

/** More zones than this stand in two rows where the glass is held upright. */
const IN_ROW = 4;

/** The zones of the word, and no others: what is not there cannot be touched. */
export function Zones(given) {
  const { state, hand, hint } = given;
  const tap = useTap(given);
  const handlers = useTouches(tap, () => hint(say("web-tablet-two")));
  const word = state.zones.filter((face) => face.in_word);
  const faces = looked(given, word.length ? word : state.zones.slice(0, state.length || 5));
  const rows = faces.length > IN_ROW ? "two" : "";
  return html`<ol class=${`zones wood raised ${rows}`} style=${{ "--zones": faces.length, "--half": Math.ceil(faces.length / 2) }} aria-label=${say("web-zones")}>
    ${faces.map((face) => html`<${Zone} key=${face.zone} ...${given} face=${face} item=${hand.item} handlers=${handlers(face.zone)} />`)}</ol>`;
}

/** Return what a tap on a zone does: it lays the piece, or the page says why it does not. */
function useTap({ state, hand, hint, game }) {
  const waits = useRef(null);
  const newest = state.moments.at(-1)?.n ?? 0;
  return async (zone) => {
    if (!hand.item) return hint(game.board?.idle?.(state) || state.line);
    // Once the answer is shown, what is tapped next waits for nothing more.
    if (waits.current === newest) return hint(say("web-tablet-busy"));
    waits.current = newest;
    hint("");
    await hand.put(zone);
    if (waits.current === newest) waits.current = null;
    return undefined;
  };
}

function Zone(given) {
  const { face, state, item, handlers, spelling } = given;
  const { zone, lamp, in_word: inWord, letter, word } = face;
  const answered = word && (lamp === "yes" || lamp === "no");
  return html`<li class=${`zone ${lamp} ${inWord && state.view ? "in-word" : ""} ${letter && reveals(given.beat) ? "reveals" : ""}`} data-zone=${zone} style=${{ "--tile": `${given.reveal.tiles[zone] ?? 0}ms` }}>
    <button type="button" class="pad linen hollow" aria-label=${told(face, item)} ...${handlers}>
      <span class="place" aria-hidden="true">${zone}</span><${Bloom} beat=${given.beat} face=${face} />
      <${Outlines} ...${given} key=${(state.view?.round ?? 0) - (given.ended ? 1 : 0)} />
    </button>
    ${answered && html`<span class=${`said ${lamp}`} aria-hidden="true"><${Mark} name=${lamp === "yes" ? "tick" : "cross"} />${word}</span>`}
    <div class="below"><${Symbols} face=${face} />
      ${letter ? html`<span class="slot locked" aria-hidden="true">${letter}</span>`
        : spelling.open && inWord && slots(state) && html`<${Slot} zone=${zone} spelling=${spelling} />`}</div>
    <span class="unseen" role=${announced(given) ? null : "status"}>${word ? say("web-board-answer", { n: zone, word }) : ""}</span>
  </li>`;
}

/** What lies there, as pale outlines: the pieces are real. In the end those are drawn that were hidden. */
function Outlines({ face, letters, spelling, reveal }) {
  const typed = spelling.letters[face.zone - spelling.first] ?? "";
  const { lie, missing } = useLying(face, letters, typed);
  return html`<svg class="lies" viewBox=${BOX} aria-hidden="true" focusable="false">
    ${missing.map((pose, at) => html`<${Missing} key=${`m${at}`} ...${pose} />`)}
    ${lie.map((one, at) => (face.letter && one.fresh ? html`<g key=${`${at}${one.kind}`} class="loose fresh" style=${{ "--comes": arrives(reveal.begins[face.zone] ?? 0, at) }}><${Laid} ...${one} /></g>`
      : html`<g key=${`${at}${one.kind}`} class=${`rest ${one.kind}`}><${Missing} ...${one} /></g>`))}
  </svg>`;
}
