/** The hand over the board: dragged there, or picked and put, by finger, mouse or key. */
import { act } from "../../parts/live.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";

/** A pointer that moves less than this has clicked. */
const DRAG_PX = 8;

/** Whether two items are the same: a piece of a kind, a card, or a tile. */
export const same = (one, other) =>
  Boolean(one && other) && one.kind === other.kind && one.card === other.card && one.letter === other.letter;

/**
 * What the hand holds, and what it has just put where.
 *
 * An item is `{kind}` for a piece, `{card}` or `{letter}`; the board may say what is in
 * hand (`view.holding`).
 *
 * @param {object} state The state document.
 * @param {function} setWhy Told why something was not taken.
 */
export function useHand(state, setWhy) {
  const [picked, pick] = useState(null);
  const [over, setOver] = useState(0);
  const aim = useRef(null);
  const kind = state.view?.holding ?? "";
  const item = picked ?? (kind ? { kind } : null);
  useEffect(() => pick(null), [kind, state.view?.turn]);
  const put = async (zone, what = item, point = null) => {
    pick(null);
    aim.current = point && { zone, ...point };
    const answer = await act("/api/board/touch", { act: "tap", zone, ...what });
    // A refusal of the board is said by the board; here is what it knows nothing of.
    setWhy(["no-answer", "stale"].includes(answer.refused) ? answer.text : answer.error ?? "");
  };
  return { item, picked, pick, put, over, setOver, aim };
}

/**
 * Something that hands can take: dragged into a zone, or picked and then put.
 *
 * @param {object} given
 * @param {object} given.item What it is.
 * @param {object} given.hand As `useHand` made it.
 * @param {function} given.setWhy Told "" once it is taken.
 * @param {string} given.class Its classes; its picture is what moves with the pointer.
 */
export function Takes({ item, hand, setWhy, class: kind = "", label, children }) {
  const drag = useRef(null);
  const mine = same(hand.picked, item);
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
    now.from.classList.remove("held");
    hand.setOver(0);
    now.from.dataset.dragged = "yes";
    const zone = event.type === "pointerup" ? zoneAt(event) : 0;
    if (zone) hand.put(zone, item, { clientX: event.clientX, clientY: event.clientY });
  };
  const click = (event) => {
    if (event.currentTarget.dataset.dragged) {
      delete event.currentTarget.dataset.dragged;
      return;
    }
    setWhy("");
    hand.pick(mine ? null : item);
    // Whoever has come by key goes on by key: the first zone of the word is next.
    if (event.detail === 0 && !mine) document.querySelector(".zone.in-word .pad")?.focus();
  };
  return html`<button type="button" class=${`heap ${kind} ${mine ? "mine" : ""}`} aria-pressed=${mine} aria-label=${label} data-item=${nameOf(item)}
    data-kind=${item.kind} onPointerDown=${start} onPointerMove=${move} onPointerUp=${stop} onPointerCancel=${stop} onClick=${click}
    onContextMenu=${(event) => event.preventDefault()}>${children}</button>`;
}

/** An item by one word. */
export const nameOf = ({ kind, card, letter }) => kind ?? card ?? letter;

/** What is under the pointer while it is dragged: as large as it will lie. */
function ghost(from) {
  const picture = from.querySelector(".piece, .card").cloneNode(true);
  picture.classList.add("ghost");
  from.classList.add("held");
  document.body.append(picture);
  return picture;
}

/** The number of the zone under the pointer; 0 where there is none. */
function zoneAt(event) {
  const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]");
  return Number(hit?.dataset.zone ?? 0);
}
