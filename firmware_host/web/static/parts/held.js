/** What shows only while a button is held: secrets, for one pair of eyes. */
import { useState } from "../vendor/preact.js";

/**
 * Return whether the button is held, by finger, mouse or key, and what makes it so.
 *
 * Whatever lets go of it hides again: another place under the finger, another button in
 * focus, a finger that the system takes for a gesture.
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
