/** The letter zones under real pieces, as large as the screen allows; each can be touched. */
import { Bloom } from "../../parts/letters/bloom.js";
import { announced } from "../board/top.js";
import { comes, looked, slots, Symbols, told } from "../board/zones.js";
import { BOX, useLying } from "../../parts/letters/lying.js";
import { Slot } from "../../parts/letters/spelling.js";
import { Laid, Mark, Missing } from "../../parts/pieces.js";
import { html, useRef } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { shut } from "../../parts/zones.js";
import { useTouches } from "./touches.js";

/** The most zones in one row on an upright screen. */
const IN_ROW = 4;

/** The zones of the word only: a missing zone cannot be touched. */
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

/** Return the function that handles a tap on a zone: it lays the piece, or shows why it cannot. */
function useTap({ state, hand, hint, game }) {
  const waits = useRef(null);
  const newest = state.moments.at(-1)?.n ?? 0;
  return async (zone, saw) => {
    if (!hand.item) return hint(game.board?.idle?.(state) || state.line);
    // After the answer is shown, the next tap need not wait.
    if (waits.current === newest) return hint(say("web-tablet-busy"));
    waits.current = newest;
    hint("");
    await hand.put(zone, hand.item, saw);
    if (waits.current === newest) waits.current = null;
    return undefined;
  };
}

function Zone(given) {
  const { face, state, item, handlers, spelling } = given;
  const { zone, lamp, in_word: inWord, letter, word } = face;
  const answered = word && (lamp === "yes" || lamp === "no");
  const closed = shut(face, item);
  return html`<li class=${`zone ${lamp} ${closed ? "shut" : ""} ${inWord && state.view ? "in-word" : ""} ${letter && given.reveal.step === "letters" ? "reveals" : ""}`} data-zone=${zone}>
    <button type="button" class="pad linen hollow" aria-disabled=${closed ? "true" : null} aria-label=${told(face, item)} ...${handlers}>
      <span class="place" aria-hidden="true">${zone}</span><${Bloom} beat=${given.beat} face=${face} />
      <${Outlines} ...${given} key=${(state.view?.round ?? 0) - (given.ended ? 1 : 0)} />
    </button>
    ${answered && html`<span class=${`said ${lamp}`} aria-hidden="true"><${Mark} name=${lamp === "yes" ? "tick" : "cross"} />${word}</span>`}
    <div class="below"><${Symbols} face=${face} />
      ${letter && face.tile !== false ? html`<span class="slot locked" aria-hidden="true">${letter}</span>`
        : spelling.open && inWord && slots(state) && html`<${Slot} zone=${zone} spelling=${spelling} />`}</div>
    <span class="unseen" role=${announced(given) ? null : "status"}>${word ? say("web-board-answer", { n: zone, word }) : ""}</span>
  </li>`;
}

/** The pieces of a zone as pale outlines, since the real ones lie on it; hidden ones are drawn at the end. */
function Outlines({ face, letters, spelling, reveal }) {
  const typed = spelling.letters[face.zone - spelling.first] ?? "";
  const { lie, missing } = useLying(face, letters, typed);
  const lay = lie.filter((one) => !one.fresh).length;
  return html`<svg class="lies" viewBox=${BOX} aria-hidden="true" focusable="false">
    ${missing.map((pose, at) => html`<${Missing} key=${`m${at}`} ...${pose} />`)}
    ${lie.map((one, at) => (face.letter && one.fresh ? html`<g key=${`${at}${one.kind}`} class="loose fresh" style=${{ "--comes": comes(reveal, at - lay) }}><${Laid} ...${one} /></g>`
      : html`<g key=${`${at}${one.kind}`} class=${`rest ${one.kind}`}><${Missing} ...${one} /></g>`))}
  </svg>`;
}
