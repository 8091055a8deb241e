/** Holding a button for a second, so that a private view is not opened by accident. */
import { useEffect, useRef, useState } from "../../vendor/preact.js";

/** How long the button must be held. */
export const HOLD_MS = 1000;

/** The longest time between two presses. */
const SOON_MS = 5000;

/** The key in the browser's storage for "press twice instead of holding". */
const TWICE = "letterzone-press-twice";

/** Return whether two presses replace holding, and change it; this browser stores it. */
export const twice = () => localStorage.getItem(TWICE) !== null;
export const setTwice = (on) => (on ? localStorage.setItem(TWICE, "1") : localStorage.removeItem(TWICE));

const isKey = ({ key }) => key === "Enter" || key === " ";

/**
 * Return the state "", "held" or "armed", and attributes for the button.
 *
 * The elapsed time decides, even when the button is released late. It is cancelled by a second finger,
 * and when the window loses the focus. A click without pointer and key (a voice, a switch) counts as a
 * press of two.
 *
 * @param {function} done Called when it was held long enough.
 * @param {function} early Called when it was released too early.
 */
export function useHold(done, early) {
  const [how, set] = useState("");
  const since = useRef(null), timer = useRef(0);
  const stop = () => {
    const was = since.current;
    since.current = null;
    clearTimeout(timer.current);
    return was;
  };
  const finish = (whole) => {
    const was = stop();
    if (was === null) return;
    set("");
    if (whole || performance.now() - was >= HOLD_MS) done();
    else early();
  };
  const begin = () => {
    if (since.current !== null) return;
    since.current = performance.now();
    timer.current = setTimeout(finish, HOLD_MS, true);
    set("held");
  };
  const drop = () => {
    if (stop() === null) return;
    set("");
    early();
  };
  const press = () => {
    clearTimeout(timer.current);
    if (how === "armed") {
      set("");
      return done();
    }
    timer.current = setTimeout(set, SOON_MS, "");
    set("armed");
  };
  useEffect(() => {
    const over = new AbortController(), on = { signal: over.signal, capture: true };
    addEventListener("pointerdown", (event) => event.isPrimary || drop(), on);
    addEventListener("blur", ({ target }) => target === window && drop(), on);
    return () => { over.abort(); stop(); };
  }, []);
  const down = (event) => {
    if (twice() || event.button > 0 || !event.isPrimary) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    begin();
  };
  const key = (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (event.type === "keyup") finish(false);
    else if (twice()) press();
    else begin();
  };
  return [how, {
    onPointerDown: down, onPointerUp: () => finish(false), onPointerCancel: drop, onLostPointerCapture: drop,
    onKeyDown: key, onKeyUp: key, onBlur: drop,
    onClick: (event) => (twice() || event.detail === 0) && press(),
    onContextMenu: (event) => event.preventDefault(),
  }];
}
