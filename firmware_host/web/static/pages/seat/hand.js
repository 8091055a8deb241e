/** Cards that a player holds: seen by nobody else, and moved by a tap, by a key, or by a finger that drags them. */
import { Card } from "../../parts/cards.js";
import { html, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** A finger that moves less than so many pixels has tapped. */
const TAP_PX = 9;

/** Return the place below a finger that takes a card, by its `data-drop`; "" for none. The card itself is not in the way. */
function below({ clientX, clientY, currentTarget }) {
  const there = document.elementsFromPoint(clientX, clientY).filter((one) => !currentTarget.contains(one));
  return there.map((one) => one.closest("[data-drop]")?.dataset.drop).find(Boolean) ?? "";
}

/**
 * Return what is dragged now, and what makes a button something that can be dragged or tapped.
 *
 * @param {function} drop Told what was let go, and over which place.
 * @returns {[object, function]} `{what, x, y, over}`, or null; and `grab(what, tap)`, the button's attributes.
 */
export function useDrag(drop) {
  const [moved, move] = useState(null);
  const from = useRef(null);
  const end = () => {
    const far = Boolean(from.current?.far);
    setTimeout(() => void (from.current = null)); // after the click that a mouse makes of it
    move(null);
    return far;
  };
  const grab = (what, tap) => ({
    onPointerDown: (event) => {
      if (event.button) return;
      from.current = { x: event.clientX, y: event.clientY, far: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      if (!from.current) return;
      const [x, y] = [event.clientX - from.current.x, event.clientY - from.current.y];
      from.current.far ||= Math.hypot(x, y) > TAP_PX;
      if (from.current.far) move({ what, x, y, over: below(event) });
    },
    onPointerUp: (event) => {
      const place = below(event);
      if (end()) drop(what, place);
    },
    onPointerCancel: end,
    onClick: () => from.current?.far || tap(),
    style: moved?.what === what ? { translate: `${moved.x}px ${moved.y}px` } : {},
    "data-dragged": moved?.what === what,
  });
  return [moved, grab];
}

/** Whether cards lie face down on this phone: somebody may sit beside its player. */
let turned = false;

/** Return whether one's cards lie face down, and the button that turns them over. */
export function useTurned() {
  const [down, set] = useState(turned);
  const turn = () => set((turned = !down));
  return [down, html`<button type="button" class="over" aria-pressed=${down} onClick=${turn}>${say(down ? "web-hand-show" : "web-hand-hide")}</button>`];
}

/** Arrow keys go from card to card. */
function step(event) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const cards = [...event.currentTarget.querySelectorAll("button")];
  cards[(cards.indexOf(event.target) + by + cards.length) % cards.length]?.focus();
}

/**
 * Cards in a hand, side by side and a little over one another.
 *
 * @param {object} given
 * @param {object[]} given.cards Of each its `name`, and its `face`, drawn.
 * @param {string} given.label What they are.
 * @param {boolean} given.down True where only their backs are seen.
 * @param {boolean} given.still True where none can be played now.
 * @param {function} [given.away] Tells of which card, by its place, that it lies elsewhere: it leaves its outline.
 * @param {function} given.grab As `useDrag` has it.
 * @param {function} given.tap Told which card was tapped, by its place.
 */
export function Hand({ cards, label, down = false, still = false, away = () => false, grab, tap = () => {} }) {
  return html`<div class=${`fan ${still ? "still" : ""}`} data-drop="hand" role="group" aria-label=${label} onKeyDown=${step}>${cards.map(({ name, face }, at) => html`
    <span key=${at} style=${{ "--at": at - (cards.length - 1) / 2 }}>
      <button type="button" class=${`held ${away(at) ? "away" : ""}`} disabled=${still} aria-pressed=${away(at)}
        ...${still ? {} : grab(at, () => tap(at))}>${down ? html`<${Card} back />` : html`<span aria-hidden="true">${face}</span><span class="unseen">${name}</span>`}</button></span>`)}</div>`;
}
