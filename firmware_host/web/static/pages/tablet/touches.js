/**
 * The meaning of touches on the tablet: one short touch in one zone is a tap, nothing else is.
 *
 * Real pieces lie on the zones, so hands move them, lean on the screen and touch two zones
 * at once. A finger that moves, stays or is as broad as a hand does not count.
 */
import { seen } from "../../parts/live.js";
import { useEffect, useRef } from "../../vendor/preact.js";

/** The time in which touches belong together, as long as a reader's dwell time. */
const TOGETHER_MS = 150;

/** A longer touch is a hand that leans on the screen. */
const LONG_MS = 1500;

/** A finger that moves farther than this moves a piece; a broader contact is a hand. */
const FAR_PX = 24, BROAD_PX = 120;

/** The time within which a click may follow the touch that caused it. */
const CLICK_MS = 800;

/**
 * Return a function that makes the handlers of a zone.
 *
 * @param {function} tap Called with the zone that was tapped, and the `seen` of the touch.
 * @param {function} unclear Called if fingers were in two zones at once.
 * @returns {function} Returns the handlers for pointers and clicks of a zone.
 */
export function useTouches(tap, unclear) {
  const told = useRef({});
  told.current = { tap, unclear };
  const judge = useRef(null);
  judge.current ??= new Judge({ tap: (...touch) => told.current.tap(...touch), unclear: () => told.current.unclear() });
  useEffect(() => () => judge.current.stop(), []);
  return (zone) => judge.current.handlers(zone);
}

/** Stores the fingers that are down, and decides once all are up. */
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
    const finger = { zone, x: event.clientX, y: event.clientY, at: now, rests: broad(event), up: false, saw: seen() };
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

  /** Report the result of the fingers that belong together, unless one is still down. */
  say() {
    const counted = this.group.filter((one) => !one.rests);
    if (!counted.length || counted.some((one) => !one.up)) return;
    this.group = [];
    const [zone, ...others] = new Set(counted.map((one) => one.zone));
    if (others.length) this.told.unclear();
    else this.told.tap(zone, counted.at(-1).saw);
  }

  /** Handle a click without a touch: a key, a voice command, a screen reader. */
  click(zone, event) {
    if (event.timeStamp - this.judged > CLICK_MS) this.told.tap(zone);
  }

  stop() {
    clearTimeout(this.timer);
  }
}

/** Return true if a contact is too broad for a finger. */
const broad = ({ width, height }) => Math.max(width, height) > BROAD_PX;
