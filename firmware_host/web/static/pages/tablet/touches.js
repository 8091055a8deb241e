/**
 * What fingers on the glass mean: one short touch in one zone is a tap, and nothing else is.
 *
 * Real pieces lie on the zones, so hands move them, lean on the glass and touch two zones
 * at once. A finger that moves, stays or is as broad as a hand rests: it counts nowhere.
 */
import { useEffect, useRef } from "../../vendor/preact.js";

/** Touches that begin so close together belong together; as long as a reader waits for a piece to rest. */
const TOGETHER_MS = 150;

/** A finger that is down longer than this leans on the glass. */
const LONG_MS = 1500;

/** A finger that goes farther than this moves a piece; something broader than that is a hand. */
const FAR_PX = 24, BROAD_PX = 120;

/** A click comes so soon behind the touch that has made it. */
const CLICK_MS = 800;

/**
 * Return what a zone's handlers are made of.
 *
 * @param {function} tap Told of the zone that was tapped.
 * @param {function} unclear Told that fingers were in two zones at once.
 * @returns {function} Given a zone, returns its handlers for pointers and clicks.
 */
export function useTouches(tap, unclear) {
  const told = useRef({});
  told.current = { tap, unclear };
  const judge = useRef(null);
  judge.current ??= new Judge({ tap: (zone) => told.current.tap(zone), unclear: () => told.current.unclear() });
  useEffect(() => () => judge.current.stop(), []);
  return (zone) => judge.current.handlers(zone);
}

/** Keeps which fingers are down, and says what came of them once all are up. */
export class Judge {
  constructor(told) {
    this.told = told;
    this.fingers = new Map();
    this.group = [];
    this.began = 0;
    this.timer = 0;
    this.judged = -CLICK_MS;
  }

  handlers(zone) {
    return {
      onPointerDown: (event) => this.down(zone, event),
      onPointerMove: (event) => this.move(event),
      onPointerUp: (event) => this.up(event, false),
      onPointerCancel: (event) => this.up(event, true),
      onClick: (event) => this.click(zone, event),
      onContextMenu: (event) => event.preventDefault(),
    };
  }

  down(zone, event) {
    if (event.button > 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const now = event.timeStamp;
    for (const one of this.fingers.values()) one.rests ||= now - one.at > LONG_MS;
    if (!this.group.some((one) => !one.rests)) {
      this.group = [];
      this.began = now;
    }
    const finger = { zone, x: event.clientX, y: event.clientY, at: now, rests: broad(event), up: false };
    this.fingers.set(event.pointerId, finger);
    this.group.push(finger);
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (finger) finger.rests ||= broad(event) || Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > FAR_PX;
  }

  up(event, lost) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    this.fingers.delete(event.pointerId);
    finger.up = true;
    finger.rests ||= lost || event.timeStamp - finger.at > LONG_MS;
    this.judged = event.timeStamp;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.say(), Math.max(0, TOGETHER_MS - (event.timeStamp - this.began)));
  }

  /** Say what came of the fingers that belong together, unless one of them is still down. */
  say() {
    const counted = this.group.filter((one) => !one.rests);
    if (!counted.length || counted.some((one) => !one.up)) return;
    this.group = [];
    const [zone, ...others] = new Set(counted.map((one) => one.zone));
    if (others.length) this.told.unclear();
    else this.told.tap(zone);
  }

  /** A click that no touch has made: a key, a voice, a screen reader. */
  click(zone, event) {
    if (event.timeStamp - this.judged > CLICK_MS) this.told.tap(zone);
  }

  stop() {
    clearTimeout(this.timer);
  }
}

/** Whether something lies on the glass that is too broad for a finger. */
const broad = ({ width, height }) => Math.max(width, height) > BROAD_PX;
