/** Items in the player's hand: dragged into a zone, or picked and then put, by finger, mouse or key. */
import { act, seen } from "../../parts/live.js";
import { say } from "../../parts/words.js";
import { shut } from "../../parts/zones.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";

/** A pointer that moves less than this is a click. */
const DRAG_PX = 8;

/** Return true if two items are the same piece kind, card or tile. */
export const same = (one, other) =>
  Boolean(one && other) && one.kind === other.kind && one.card === other.card && one.letter === other.letter;

/**
 * Taps are sent one after the other, because the same piece may be tapped again before its first
 * tap has ended.
 */
let touched = Promise.resolve();

/**
 * Return the item in hand, and the item that was just put down.
 *
 * An item is `{kind}` for a piece, `{card}` or `{letter}`. The board may say what is in hand
 * (`view.holding`).
 *
 * @param {object} state The state document.
 * @param {function} setWhy Called with the reason if an item was not accepted.
 */
export function useHand(state, setWhy) {
  const [picked, pick] = useState(null);
  const [over, setOver] = useState(0);
  const aim = useRef(null);
  const [resting, rest] = useState(null); // the item just put down, until the board answers
  const newest = state.moments.at(-1)?.n;
  useEffect(() => rest(null), [newest]);
  const kind = state.view?.holding ?? "";
  const item = picked ?? (kind ? { kind } : null);
  useEffect(() => pick(null), [kind, state.view?.turn]);
  const closed = (zone, what) => shut(state.zones[zone - 1] ?? {}, what);
  const put = async (zone, what = item, saw = seen(), point = null) => {
    if (closed(zone, what)) return setWhy(say("web-zone-not", { pieces: say(`kind-${what.kind}`) }));
    pick(null);
    aim.current = point && { zone, ...point };
    touched = touched.then(() => act("/api/board/touch", { act: "tap", zone, seen: saw, ...what }));
    if (what.kind) rest({ zone, kind: what.kind, point: aim.current });
    const answer = await touched;
    rest(null);
    // The board shows its own refusals; this page shows those that the board does not know.
    return setWhy(["no-answer", "stale"].includes(answer.refused) ? answer.text : answer.error ?? "");
  };
  return { item, picked, pick, put, closed, over, setOver, aim, resting };
}

/**
 * An item that players can take: by dragging it into a zone, or by picking it and then choosing a
 * zone.
 *
 * @param {object} given
 * @param {object} given.item The item.
 * @param {object} given.hand The result of `useHand`.
 * @param {function} given.setWhy Called with "" when it is taken.
 * @param {string} given.class Its classes. Its picture moves with the pointer.
 */
export function Takes({ item, hand, setWhy, class: kind = "", label, children }) {
  const drag = useRef(null);
  const mine = same(hand.picked, item);
  useEffect(() => () => { // the item is gone: end its drag
    drag.current?.ghost?.remove();
    hand.setOver(0);
  }, []);
  const start = (event) => {
    if (event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    delete event.currentTarget.dataset.dragged; // a finger's drag is not followed by a click
    drag.current = { x: event.clientX, y: event.clientY, ghost: null, from: event.currentTarget, item, saw: seen() };
  };
  const move = (event) => {
    const now = drag.current;
    if (!now) return;
    if (!now.ghost && Math.hypot(event.clientX - now.x, event.clientY - now.y) < DRAG_PX) return;
    now.ghost ??= ghost(now.from);
    now.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    hand.setOver(hand.closed(zoneAt(event), now.item) ? 0 : zoneAt(event));
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
    if (zone) hand.put(zone, now.item, now.saw, { clientX: event.clientX, clientY: event.clientY });
  };
  const click = (event) => {
    if (event.currentTarget.dataset.dragged) {
      delete event.currentTarget.dataset.dragged;
      return;
    }
    setWhy("");
    hand.pick(mine ? null : item);
    // After a pick by key, focus the first zone of the word that accepts the item.
    if (event.detail === 0 && !mine) [...document.querySelectorAll(".zone.in-word")].find((one) => !hand.closed(one.dataset.zone, item))?.querySelector(".pad").focus();
  };
  return html`<button type="button" class=${`heap ${kind} ${mine ? "mine" : ""} ${hand.resting ? "held" : ""}`} aria-pressed=${mine} aria-label=${label} data-item=${nameOf(item)}
    data-kind=${item.kind} onPointerDown=${start} onPointerMove=${move} onPointerUp=${stop} onPointerCancel=${stop} onClick=${click}
    onContextMenu=${(event) => event.preventDefault()}>${children}</button>`;
}

/** Return the name of an item in one word. */
export const nameOf = ({ kind, card, letter }) => kind ?? card ?? letter;

/** Return the picture that follows the pointer, as large as it will lie in the zone. */
function ghost(from) {
  const picture = from.querySelector(".piece, .card").cloneNode(true);
  picture.classList.add("ghost");
  from.classList.add("held");
  document.body.append(picture);
  return picture;
}

/** Return the number of the zone under the pointer, or 0. */
function zoneAt(event) {
  const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-zone]:not(.out)");
  return Number(hit?.dataset.zone ?? 0);
}
