/** Shows something only while a button is held: secrets for one viewer. */
import { useState } from "../vendor/preact.js";

/**
 * Return whether a button is held by finger, mouse or key, and its attributes.
 *
 * Every kind of release hides again: a finger that moves off, a change of focus, a gesture of the
 * system.
 *
 * @returns {[boolean, object]} Whether it is held; attributes for the button.
 */
export function useHeld() {
  const [held, hold] = useState(false);
  const turn = (down) => () => hold(down);
  const key = (down) => (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    hold(down);
  };
  return [held, {
    "aria-pressed": held,
    onPointerDown: turn(true), onPointerUp: turn(false), onPointerLeave: turn(false), onPointerCancel: turn(false),
    onBlur: turn(false), onKeyDown: key(true), onKeyUp: key(false),
    onContextMenu: (event) => event.preventDefault(),
  }];
}
