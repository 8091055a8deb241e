/** Busy buttons: one press sends one command, and no second one before its answer. */

/**
/**
 * A second press this soon after one that sent a command, and this near, is part of a double click;
 * in ms and pixels. After `CLICK_MS` the click of a touch has come.
 */
export const DOUBLE_MS = 500, NEAR = 30, CLICK_MS = 60;

/** The press in progress, the last one that sent a command, the last one of each type, and open requests. */
let pressed = null, sent = null;
const latest = {}, under = new Map();

/** Return true for the second half of a double click, or a key that is held down. */
function repeats(event) {
  if (event.repeat) return true;
  const last = sent;
  if (event.type !== last?.type || latest[event.type] !== sent) return false; // there was another press between
  if (event.timeStamp - last.timeStamp > DOUBLE_MS) return false;
  if (event.type === "keydown" || !event.detail) return event.target === last.target.deref();
  return Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR;
}

function press(event) {
  if (event.type === "keydown" && event.key !== "Enter") return;
  const { type, timeStamp, clientX, clientY, target } = event, button = target.closest?.("button, [role=button], summary, a, input");
  if (button?.matches(".knob")) return; // the board's own buttons: two presses are two
  if (button?.getAttribute("aria-busy") || repeats(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  // The pressed element may contain a secret and must be collectable, so it is referenced weakly.
  const one = { type, timeStamp, clientX, clientY, target: new WeakRef(target), button: button && new WeakRef(button) };
  pressed = latest[type] = one;
  setTimeout(() => { if (pressed === one) pressed = null; });
}

addEventListener("click", press, true);
addEventListener("keydown", press, true);

/**
/**
 * Call `does` after each touch and its click: until then nothing moves below the finger.
 *
 * @param {function} does Gets the event.
 * @param {AbortSignal} [signal] Ends it.
 */
export function afterTouch(does, signal) {
  addEventListener("pointerup", (event) => setTimeout(() => signal?.aborted || does(event), CLICK_MS), { capture: true, signal });
}

/**
 * Send a command for the press in progress; its button is busy until the answer.
 *
 * @param {string} what The identity of the command: the same one is not sent twice at a time.
 * @param {function} send Sends it, and returns its answer as a promise.
 * @returns {Promise<object>} The answer.
 */
export function waited(what, send) {
  if (pressed) sent = pressed;
  const button = pressed?.button?.deref();
  if (!under.has(what)) under.set(what, send().finally(() => under.delete(what)));
  const answer = under.get(what);
  if (button) {
    button.setAttribute("aria-busy", "true");
    answer.finally(() => button.removeAttribute("aria-busy"));
  }
  return answer;
}
