/** Pieces and zones: dragged there, or picked and put, by finger, mouse or key. */
import { Button } from "./board-buttons.js";
import { Screen } from "./board-screen.js";
import { Letter, Pieces, inWords } from "./letters.js";
import { act } from "./live.js";
import { KINDS, Lamp, NoToken, Piece } from "./pieces.js";
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { say } from "./words.js";

/** Letter pieces in the box, in the order of `KINDS`. */
const IN_BOX = [16, 16, 8, 8];

/** A pointer that moves less than this has clicked. */
const DRAG_PX = 8;

/**
 * The hand over the board: what it holds, and what it has just put where.
 *
 * @param {object} state The state document.
 * @param {function} setWhy Told why something was not taken.
 */
export function useHand(state, setWhy) {
  const [picked, pick] = useState("");
  const [laying, setLaying] = useState(null);
  const [over, setOver] = useState(0);
  const held = state.view?.holding ?? "";
  useEffect(() => pick(""), [held]);
  const put = async (zone, kind = picked || held) => {
    pick("");
    setLaying({ zone, kind });
    const answer = await act("/api/board/touch", { act: "tap", zone, kind });
    setLaying((now) => (now?.zone === zone && now.kind === kind ? null : now));
    // A refusal of the board stands on its table screen; here is what it knows nothing of.
    setWhy(answer.refused === "no-answer" ? answer.text : answer.error ?? "");
  };
  return { kind: picked || held, picked, pick, put, laying, over, setOver };
}

/** The four heaps beside the board. */
export function Tray({ state, hand, setWhy }) {
  const left = IN_BOX.map((count, place) => count - state.board.laid[place]);
  return html`<div class="tray" role="group" aria-label=${say("web-board-tray")}>${KINDS.map((kind, place) => html`
    <${Heap} key=${kind} kind=${kind} left=${left[place]} hand=${hand} setWhy=${setWhy} />`)}</div>`;
}

function Heap({ kind, left, hand, setWhy }) {
  const drag = useRef(null);
  const mine = hand.kind === kind;
  const start = (event) => {
    if (event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, ghost: null, from: event.currentTarget };
  };
  const move = (event) => {
    const now = drag.current;
    if (!now) return;
    if (!now.ghost && Math.hypot(event.clientX - now.x, event.clientY - now.y) < DRAG_PX) return;
    now.ghost ??= ghost(now.from);
    now.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    hand.setOver(zoneAt(event));
  };
  const stop = (event) => {
    const now = drag.current;
    drag.current = null;
    if (!now?.ghost) return;
    now.ghost.remove();
    hand.setOver(0);
    now.from.dataset.dragged = "yes";
    const zone = event.type === "pointerup" ? zoneAt(event) : 0;
    if (zone) hand.put(zone, kind);
  };
  const click = (event) => {
    if (event.currentTarget.dataset.dragged) {
      delete event.currentTarget.dataset.dragged;
      return;
    }
    setWhy("");
    hand.pick(hand.picked === kind ? "" : kind);
    // Whoever has come by key goes on by key: the first zone of the word is next.
    if (event.detail === 0 && hand.picked !== kind) document.querySelector(".zone.in-word .pad")?.focus();
  };
  return html`<button type="button" class=${`heap ${kind} ${mine ? "mine" : ""}`} aria-pressed=${mine} data-kind=${kind}
    onPointerDown=${start} onPointerMove=${move} onPointerUp=${stop} onPointerCancel=${stop} onClick=${click}
    onContextMenu=${(event) => event.preventDefault()}>
    <${Piece} kind=${kind} /><span><span>${say(`kind-${kind}`)}</span> <b>${left}</b></span></button>`;
}

/** The piece under the pointer while it is dragged. */
function ghost(from) {
  const piece = from.querySelector(".piece").cloneNode(true);
  piece.classList.add("ghost");
  document.body.append(piece);
  return piece;
}

/** The number of the zone under the pointer; 0 where there is none. */
function zoneAt(event) {
  const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]");
  return Number(hit?.dataset.zone ?? 0);
}

/** The zones as they lie on the table: five on side A, six on side B. */
export function Zones({ state, hand, setWhy }) {
  const keys = (event) => {
    if (event.key === "Escape") hand.pick("");
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const pads = [...event.currentTarget.querySelectorAll(".pad")];
    if (step && event.target.matches(".pad")) pads[pads.indexOf(event.target) + step]?.focus();
  };
  return html`<ol class="zones" aria-label=${say("web-zones")} onKeyDown=${keys}>${state.zones.map((face) => html`
    <${Zone} key=${face.zone} face=${face} state=${state} hand=${hand} setWhy=${setWhy} />`)}</ol>`;
}

function Zone({ face, state, hand, setWhy }) {
  const { zone, in_word: inWord } = face;
  const laying = hand.laying?.zone === zone ? hand.laying.kind : "";
  const put = (event) => {
    if (!hand.kind) {
      setWhy(say("web-board-pick-first"));
      return;
    }
    const { kind } = hand;
    hand.put(zone);
    if (event.detail === 0) document.querySelector(`.heap.${kind}`)?.focus();
  };
  const classes = ["zone", face.lamp, inWord && state.view ? "in-word" : "", hand.over === zone ? "over" : "", laying ? "laying" : ""];
  return html`<li class=${classes.join(" ")} data-zone=${zone}>
    <div class="top">
      <${Button} name=${`zone-${zone}`} label=${say("web-board-zone-button", { n: zone })} class="number" clear=${setWhy}>${zone}</${Button}>
      <${Lamp} lit=${state.board.lamps[zone - 1]} />
    </div>
    <${Screen} name=${zone} picture=${state.board.screens[zone]} />
    <button type="button" class="pad" aria-label=${told(face, hand.kind)} onClick=${put}>
      ${face.letter
        ? html`<${Letter} letter=${face.letter} build=${face.build} />`
        : html`<${Pieces} counts=${face.placed} />`}
      ${laying && html`<span class="falling"><${Piece} kind=${laying} /></span>`}
      <span class="noes">${KINDS.map((kind, place) => face.covered[place] && html`<${NoToken} kind=${kind} />`)}</span>
    </button>
    <span class="unseen" role="status">${face.word ? say("web-board-answer", { n: zone, word: face.word }) : ""}</span>
  </li>`;
}

/** What a zone says of itself: what a press does, what lies there, and what does not. */
function told({ zone, placed, covered, letter }, kind) {
  const lies = letter || inWords(placed, say);
  const noes = KINDS.filter((_, place) => covered[place]).map((one) => say(`kind-${one}`)).join(", ");
  return [
    kind ? say("web-board-put", { kind: say(`kind-${kind}`), n: zone }) : say("web-board-zone", { n: zone }),
    lies ? say("web-zone-lies", { pieces: lies }) : "",
    noes ? say("web-zone-not", { pieces: noes }) : "",
  ].filter(Boolean).join(" ");
}
