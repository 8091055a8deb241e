/** The cards in a player's hand, moved by a tap, by a key, or by dragging. */
import { Card } from "./cards.js";
import { seen } from "./live.js";
import { html, useRef, useState } from "../vendor/preact.js";
import { say } from "./words.js";

/** A finger that moves less than this many pixels is a tap. */
const TAP_PX = 9;

/** Return the `data-drop` of the place below a finger, ignoring the dragged card; "" for none. */
function below({ clientX, clientY, currentTarget }) {
  const there = document.elementsFromPoint(clientX, clientY).filter((one) => !currentTarget.contains(one));
  return there.map((one) => one.closest("[data-drop]")?.dataset.drop).find(Boolean) ?? "";
}

/**
 * Return what is being dragged, and a function for the attributes of draggable buttons.
 *
 * @param {function} drop Called with the dragged item, the place below it, and the `seen` of its command.
 * @returns {[object, function]} `{what, x, y, over}`, or null; and `grab(what, tap)`, the button's attributes.
 */
export function useDrag(drop) {
  const [moved, move] = useState(null);
  const from = useRef(null);
  const end = () => {
    const far = Boolean(from.current?.far);
    setTimeout(() => void (from.current = null)); // after the click that follows a mouse drag
    move(null);
    return far;
  };
  const moves = (what) => Boolean(moved) && JSON.stringify(moved.what) === JSON.stringify(what);
  const grab = (what, tap) => ({
    onPointerDown: (event) => {
      if (event.button) return;
      from.current = { what, x: event.clientX, y: event.clientY, far: false, saw: seen() };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      if (!from.current) return;
      const [x, y] = [event.clientX - from.current.x, event.clientY - from.current.y];
      from.current.far ||= Math.hypot(x, y) > TAP_PX;
      if (from.current.far) move({ what: from.current.what, x, y, over: below(event) });
    },
    onPointerUp: (event) => {
      const place = below(event), { what: taken, saw } = from.current ?? {};
      if (end()) drop(taken, place, saw);
    },
    onPointerCancel: end,
    onClick: () => from.current?.far || tap(),
    style: moves(what) ? { translate: `${moved.x}px ${moved.y}px` } : {},
    "data-dragged": moves(what),
  });
  return [moved, grab];
}

/** True if cards lie face down on this phone, so that neighbours cannot see them. */
let turned = false;

/** Return whether the cards lie face down, and the button that turns them over. */
export function useTurned() {
  const [down, set] = useState(turned);
  const turn = () => set((turned = !down));
  return [down, html`<button type="button" class="over" aria-pressed=${down} onClick=${turn}>${say(down ? "web-hand-show" : "web-hand-hide")}</button>`];
}

/** Move the focus from card to card by arrow keys. */
function step(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const cards = [...event.currentTarget.querySelectorAll("button")];
  cards[(cards.indexOf(event.target) + by + cards.length) % cards.length]?.focus();
}

/**
 * Cards in a hand, side by side and overlapping.
 *
 * @param {object} given
 * @param {object[]} given.cards For each its `name`, its drawn `face`, and `lit` if it is suggested.
 * @param {string} given.label The label of the group.
 * @param {boolean} given.down True to show the backs only.
 * @param {boolean} given.still True if none can be played now.
 * @param {function} [given.away] Returns true if the card at an index lies elsewhere: only its outline is drawn.
 * @param {function} [given.picked] Returns true if the card at an index is chosen; default `away`.
 * @param {function} given.grab The second result of `useDrag`.
 * @param {function} given.tap Called with the index of a tapped card.
 */
export function Hand({ cards, label, down = false, still = false, away = () => false, picked = away, grab, tap = () => {} }) {
  return html`<div class=${`fan ${still ? "still" : ""}`} data-drop="hand" role="group" aria-label=${label} onKeyDown=${step}>${cards.map(({ name, face, lit }, at) => html`
    <span key=${at} style=${{ "--at": at - (cards.length - 1) / 2 }}>
      <button type="button" class=${`held ${away(at) ? "away" : ""} ${lit ? "next" : ""}`} disabled=${still} aria-pressed=${picked(at)}
        ...${still ? {} : grab(at, () => tap(at))}>${down ? html`<${Card} back />` : html`<span aria-hidden="true">${face}</span><span class="unseen">${name}</span>`}</button></span>`)}</div>`;
}
