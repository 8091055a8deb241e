/** The letter zones: linen in wood, with the true screens and lamps above, and slots below. */
import { Bloom } from "../../parts/letters/bloom.js";
import { Answer } from "./beats.js";
import { places, settled, snapped } from "../../parts/letters/lying.js";
import { push } from "./buttons.js";
import { nameOf } from "./hand.js";
import { Screen } from "./screen.js";
import { announced } from "./top.js";
import { Slot } from "../../parts/letters/spelling.js";
import { ASIDE, KINDS, Laid, Lamp, Missing, NoToken, Printed } from "../../parts/pieces.js";
import { html, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Lies, shut, told as lying } from "../../parts/zones.js";

/** A pointer that moves less than this is a click: it turns the piece, or lays the one in hand. */
const TURN_UNITS = 1.5, LAY_UNITS = 3;

/** The angle of each turn in degrees; a curve turns further. */
const TURNS = { red: 45, yellow: 45, blue: 90, green: 90 };

/** The view box: the box of a letter (32 x 48) with a margin. */
const BOX = "-6 -8 44 64";

/** The zones in the order on the table: five on side A, six on side B. */
export function Zones(given) {
  const { state, hand } = given;
  const keys = (event) => {
    if (event.key === "Escape") hand.pick(null);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const pads = [...event.currentTarget.querySelectorAll("button.pad")];
    if (step && event.target.matches(".pad")) pads[pads.indexOf(event.target) + step]?.focus();
  };
  const shown = state.tutorial ? state.zones.filter((face) => face.in_word)
    : state.zones.slice(0, state.board.side === "A" ? 5 : 6);
  const faces = looked(given, shown).map((face) => inside(face, state.view));
  return html`<ol class="zones wood raised" style=${{ "--zones": shown.length }} aria-label=${say("web-zones")} onKeyDown=${keys}>${faces.map((face) => html`
    <${Zone} key=${face.zone} face=${face} ...${given} />`)}</ol>`;
}

/** Return zones as shown: after a round was confirmed, without its word. */
export const looked = ({ ended, reveal, state: { view, tutorial } }, faces) => (ended || reveal.step || !view || view.waiting || view.over || tutorial ? faces
  : faces.map((face) => ({ ...face, letter: null })));

/** Return a zone with its true `in_word`, also while a message covers it. */
const inside = (face, view) => (view?.placed?.length ? { ...face, in_word: face.zone >= view.first_zone && face.zone < view.first_zone + view.placed.length } : face);

function Zone(given) {
  const { face, state, hand, setWhy, game, spelling, letters } = given;
  const { zone, in_word: inWord } = face;
  const Own = game.board?.Lies;
  const offer = !inWord && face.lamp === "dark" && !state.note_code.startsWith("refused-") && face.word; // a word that the zone's button chooses
  const put = () => {
    if (offer) {
      push(`zone-${zone}`);
      return;
    }
    if (!hand.item) {
      if (spelling.open && inWord) spelling.go(zone - spelling.first);
      else if (game.board?.press?.(state)) push(`zone-${zone}`);
      else setWhy(say(game.board?.pick ?? "web-board-pick-first"));
      return;
    }
    hand.put(zone);
  };
  const pieces = !Own && !face.card && !face.spelled && !offer;
  const out = state.view && !inWord && !offer ? "out" : "";
  const shakes = given.beat?.what === "no" && given.beat.zone === zone ? "shakes" : "";
  const closed = shut(face, hand.item);
  const classes = ["zone", face.lamp, out, closed ? "shut" : "", inWord && state.view ? "in-word" : "", hand.over === zone ? "over" : "", face.letter && given.reveal.step === "letters" ? "reveals" : "", shakes];
  return html`<li class=${classes.join(" ")} data-zone=${zone}>
    <div class="parts"><${Screen} name=${zone} picture=${state.board.screens[zone]} /><${Lamp} lit=${state.board.lamps[zone - 1]} /></div>
    <${out ? "span" : "button"} type=${out ? null : "button"} class=${`pad linen hollow ${pieces ? "" : "whole"}`} aria-disabled=${closed ? "true" : null} aria-label=${out ? null : told(face, hand.item, game.board?.inHand)} onClick=${out ? null : put}>
      <span class="place" data-n=${zone}></span><${Bloom} beat=${given.beat} face=${face} />
      ${Own ? html`<${Own} face=${face} state=${state} />` : offer ? html`<span class="offer" aria-hidden="true">${offer}</span>` : pieces ? html`<${Pieces} ...${given} key=${(state.view?.round ?? 0) - (given.ended ? 1 : 0)} />` : html`<${Lies} face=${face} />`}
    </>
    ${pieces && html`<${Symbols} face=${face} />`}
    ${face.letter && face.tile !== false ? html`<span class="slot locked" aria-hidden="true">${face.letter}</span>`
      : spelling.open && inWord && state.view && slots(state) && html`<${Slot} zone=${zone} spelling=${spelling} />`}
    <${Answer} beat=${given.beat} face=${face} />
    <span class="unseen" role=${announced(given) ? null : "status"}>${face.word && (face.lamp !== "dark" || face.card) ? say("web-board-answer", { n: zone, word: face.word }) : ""}</span>
  </li>`;
}

/** The four symbols of a zone, with its NO tokens. */
export const Symbols = ({ face }) => html`<span class="symbols" aria-hidden="true">${KINDS.map((kind, place) => html`<span key=${kind}><${Printed} kind=${kind} />
  ${face.covered[place] && html`<${NoToken} kind=${kind} />`}</span>`)}</span>`;

/** True if slots are shown; in the tutorial only from the third piece on. */
export const slots = ({ tutorial, view }) => !tutorial || view.placed.flat().reduce((sum, n) => sum + n, 0) >= 3;

/** The pieces of a zone: rigid, moved and turned by the player; this is never a tap. */
function Pieces({ face, letters, hand, spelling, reveal, shown, state }) {
  const kept = useRef({ lie: [], of: "" });
  const [, redraw] = useState(0);
  const typed = spelling.letters[face.zone - spelling.first] ?? "";
  const of = JSON.stringify([face.placed, face.covered, face.letter, typed]);
  if (kept.current.of !== of) {
    const aim = hand.aim.current?.zone === face.zone ? inZone(hand.aim.current) : null;
    kept.current = { ...settled(kept.current.lie, { face, letters, typed, aim }), of };
  }
  const { lie, missing } = kept.current;
  const change = (next) => {
    kept.current = { lie: next, missing: [], of };
    redraw((n) => n + 1);
  };
  const held = hand.over === face.zone || hand.picked ? hand.item?.kind : null;
  const lay = lie.filter((one) => !one.fresh).length;
  const open = held && !hand.item.card ? places(face, letters, lie, held) : missing;
  return html`<svg class=${`lies ${hand.picked ? "under" : ""}`} viewBox=${BOX} aria-hidden="true" focusable="false">
    ${shown.filter(([at]) => at === face.zone - state.view.first_zone).map(([, pose], at) => html`<g class="for-show" key=${`s${at}`}><${Laid} ...${pose} /></g>`)}
    ${open.map((pose, at) => html`<${Missing} key=${`m${at}`} ...${pose} />`)}
    ${hand.resting?.zone === face.zone && html`<${Resting} ...${hand.resting} />`}
    ${lie.map((one, at) => html`<${Loose} key=${`${at}${one.kind}`} one=${one} comes=${comes(reveal, at - lay)} lays=${Boolean(hand.item)} move=${(to) => change(lie.map((piece, here) => (here === at ? to : piece)))}
      drop=${(to) => change(lie.map((piece, here) => (here === at ? snapped(face, letters, lie.map((p, i) => (i === at ? to : p)), at) : piece)))} />`)}
  </svg>`;
}

/** Return how long the nth piece of a zone waits before it appears. */
export const comes = ({ run }, nth) => `${Math.max(0, nth) * (run?.piece ?? 0)}ms`;

/** Return a point of the page in the coordinates of its zone. */
function inZone({ zone, clientX, clientY }) {
  const svg = document.querySelector(`[data-zone="${zone}"] svg.lies`);
  return svg && new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
}

/** A piece that was just put down stays where it was released, until the board answers. */
function Resting({ kind, point }) {
  const { x, y } = (point && inZone(point)) ?? { x: 16, y: 24 };
  return html`<g class="resting" style=${{ transform: `translate(${x}px, ${y}px)` }}><${Laid} kind=${kind} x=${ASIDE[kind] ?? 0} /></g>`;
}

/** A loose piece: dragging moves it, a click turns it; with a piece in hand a click is one on the zone. */
function Loose({ one, comes, lays, move, drop }) {
  const grip = useRef(null), clicks = useRef(false), least = lays ? LAY_UNITS : TURN_UNITS;
  const at = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(event.currentTarget.ownerSVGElement.getScreenCTM().inverse());
  const down = (event) => {
    if (event.button > 0) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { from: at(event), one, far: 0 };
  };
  const moved = (event) => {
    const { from, one: was } = grip.current, now = at(event);
    return { ...was, x: clamp(was.x + now.x - from.x, 0, 32), y: clamp(was.y + now.y - from.y, 0, 48), fresh: false };
  };
  const drag = (event) => {
    if (!grip.current) return;
    const to = moved(event);
    grip.current.far = Math.max(grip.current.far, Math.hypot(to.x - grip.current.one.x, to.y - grip.current.one.y));
    if (grip.current.far > least) move(to);
  };
  const up = (event) => {
    if (!grip.current) return;
    const { far, one: was } = grip.current, to = moved(event);
    grip.current = null;
    clicks.current = lays && far <= least;
    if (far > least) drop(to);
    else if (!lays) move({ ...was, turn: (was.turn + TURNS[was.kind]) % 360, fresh: false });
  };
  return html`<g class=${`loose ${one.fresh ? "fresh" : ""}`} style=${{ transform: `translate(${one.x}px, ${one.y}px)`, "--comes": comes }}
    onPointerDown=${down} onPointerMove=${drag} onPointerUp=${up} onPointerCancel=${up} onClick=${(event) => clicks.current || event.stopPropagation()}>
    <${Laid} kind=${one.kind} turn=${one.turn} /><circle class="grip" r="8" /></g>`;
}

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);

/** Return a zone's label: the effect of a press, and the pieces that lie there or do not. */
export function told(face, item, held) {
  const { zone: n, letter, card } = face;
  const kind = item && !shut(face, item) && (item.kind ? say(`kind-${item.kind}`) : held ? say(held) : nameOf(item));
  return `${kind ? say("web-board-put", { kind, n }) : say("web-board-zone", { n })} ${lying(face, letter || card?.text)}`.trim();
}
