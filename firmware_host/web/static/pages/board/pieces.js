/** Zones, and what hands put into them: dragged there, or picked and put, by finger, mouse or key. */
import { Button } from "./buttons.js";
import { Screen } from "./screen.js";
import { Card } from "../../parts/cards.js";
import { inWords } from "../../parts/letters.js";
import { act } from "../../parts/live.js";
import { KINDS, Lamp, NoToken, Piece } from "../../parts/pieces.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Lies } from "../../parts/zones.js";

/** A pointer that moves less than this has clicked. */
const DRAG_PX = 8;

/** Whether two items are the same: a piece of a kind, a card, or a tile. */
export const same = (one, other) =>
  Boolean(one && other) && one.kind === other.kind && one.card === other.card && one.letter === other.letter;

/**
 * The hand over the board: what it holds, and what it has just put where.
 *
 * An item is `{kind}` for a piece, `{card}` or `{letter}`; the board may say what is in
 * hand (`view.holding`).
 *
 * @param {object} state The state document.
 * @param {function} setWhy Told why something was not taken.
 */
export function useHand(state, setWhy) {
  const [picked, pick] = useState(null);
  const [laying, setLaying] = useState(null);
  const [over, setOver] = useState(0);
  const kind = state.view?.holding ?? "";
  const item = picked ?? (kind ? { kind } : null);
  useEffect(() => pick(null), [kind]);
  const put = async (zone, what = item) => {
    pick(null);
    setLaying({ zone, item: what, lay: lying(state.zones[zone - 1]) });
    const answer = await act("/api/board/touch", { act: "tap", zone, ...what });
    setLaying((now) => (now?.zone === zone && same(now.item, what) ? null : now));
    // A refusal of the board stands on its table screen; here is what it knows nothing of.
    setWhy(answer.refused === "no-answer" ? answer.text : answer.error ?? "");
  };
  return { item, picked, pick, put, laying, over, setOver };
}

/**
 * Something that hands can take: dragged into a zone, or picked and then put.
 *
 * @param {object} given
 * @param {object} given.item What it is.
 * @param {object} given.hand As `useHand` made it.
 * @param {function} given.setWhy Told "" once it is taken.
 * @param {string} given.class Its classes; `picture` is what moves with the pointer.
 */
export function Takes({ item, hand, setWhy, class: kind = "", label, children }) {
  const drag = useRef(null);
  const mine = same(hand.item, item);
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
    if (zone) hand.put(zone, item);
  };
  const click = (event) => {
    if (event.currentTarget.dataset.dragged) {
      delete event.currentTarget.dataset.dragged;
      return;
    }
    setWhy("");
    hand.pick(same(hand.picked, item) ? null : item);
    // Whoever has come by key goes on by key: the first zone of the word is next.
    if (event.detail === 0 && !same(hand.picked, item)) document.querySelector(".zone.in-word .pad")?.focus();
  };
  return html`<button type="button" class=${`heap ${kind} ${mine ? "mine" : ""}`} aria-pressed=${mine} aria-label=${label} data-item=${name(item)}
    data-kind=${item.kind} onPointerDown=${start} onPointerMove=${move} onPointerUp=${stop} onPointerCancel=${stop} onClick=${click}
    onContextMenu=${(event) => event.preventDefault()}>${children}</button>`;
}

/** What lies in a zone, as a text to be compared. */
const lying = ({ placed, covered, card, letter, spelled }) => JSON.stringify([placed, covered, card, letter, spelled]);

/** An item by one word. */
const name = ({ kind, card, letter }) => kind ?? card ?? letter;

/** What is under the pointer while it is dragged. */
function ghost(from) {
  const picture = from.querySelector(".piece, .card").cloneNode(true);
  picture.classList.add("ghost");
  document.body.append(picture);
  return picture;
}

/** The number of the zone under the pointer; 0 where there is none. */
function zoneAt(event) {
  const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]");
  return Number(hit?.dataset.zone ?? 0);
}

/** The zones as they lie on the table: five on side A, six on side B. */
export function Zones({ state, hand, setWhy, game }) {
  const keys = (event) => {
    if (event.key === "Escape") hand.pick(null);
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const pads = [...event.currentTarget.querySelectorAll(".pad")];
    if (step && event.target.matches(".pad")) pads[pads.indexOf(event.target) + step]?.focus();
  };
  return html`<ol class="zones" aria-label=${say("web-zones")} onKeyDown=${keys}>${state.zones.map((face) => html`
    <${Zone} key=${face.zone} face=${face} state=${state} hand=${hand} setWhy=${setWhy} game=${game} />`)}</ol>`;
}

function Zone({ face, state, hand, setWhy, game }) {
  const { zone, in_word: inWord } = face;
  // Once something else lies there, the board has laid it: it falls no more.
  const falls = hand.laying?.zone === zone && hand.laying.lay === lying(face);
  const laying = falls ? hand.laying.item : null;
  const Own = game.board?.Lies;
  const put = (event) => {
    const { item } = hand;
    if (!item) {
      setWhy(say(game.board?.pick ?? "web-board-pick-first"));
      return;
    }
    hand.put(zone);
    if (event.detail === 0) document.querySelector(`.heap[data-item="${name(item)}"]`)?.focus();
  };
  const classes = ["zone", face.lamp, inWord && state.view ? "in-word" : "", hand.over === zone ? "over" : "", laying ? "laying" : ""];
  return html`<li class=${classes.join(" ")} data-zone=${zone}>
    <div class="top">
      <${Button} name=${`zone-${zone}`} label=${say("web-board-zone-button", { n: zone })} class="number" clear=${setWhy}>${zone}</${Button}>
      <${Lamp} lit=${state.board.lamps[zone - 1]} />
    </div>
    <${Screen} name=${zone} picture=${state.board.screens[zone]} />
    <button type="button" class="pad" aria-label=${told(face, hand.item)} onClick=${put}>
      ${Own ? html`<${Own} face=${face} state=${state} />` : html`<${Lies} face=${face} />`}
      ${laying && html`<span class="falling"><${Item} item=${laying} /></span>`}
      <span class="noes">${KINDS.map((kind, place) => face.covered[place] && html`<${NoToken} kind=${kind} />`)}</span>
    </button>
    <span class="unseen" role="status">${face.word ? say("web-board-answer", { n: zone, word: face.word }) : ""}</span>
  </li>`;
}

/** An item as it falls onto a pad; of a card only its back shows. */
function Item({ item }) {
  return item.kind ? html`<${Piece} kind=${item.kind} />` : html`<${Card} back />`;
}

/** What a zone says of itself: what a press does, what lies there, and what does not. */
function told({ zone, placed, covered, letter }, item) {
  const lies = letter || inWords(placed, say);
  const noes = KINDS.filter((_, place) => covered[place]).map((one) => say(`kind-${one}`)).join(", ");
  const what = item && (item.kind ? say(`kind-${item.kind}`) : item.card ?? item.letter);
  return [
    what ? say("web-board-put", { kind: what, n: zone }) : say("web-board-zone", { n: zone }),
    lies ? say("web-zone-lies", { pieces: lies }) : "",
    noes ? say("web-zone-not", { pieces: noes }) : "",
  ].filter(Boolean).join(" ");
}
