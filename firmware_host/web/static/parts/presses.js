/** Buttons wait: one press sends one command, and no second one before its answer. */

/** So soon after a press that sent something, and so near, a second one is the same press, in milliseconds and pixels. */
const DOUBLE_MS = 500, NEAR = 30;

/** The press that is being handled, the last one that sent something, the last of each type, and what is on its way. */
let pressed = null, sent = null;
const latest = {}, under = new Map();

const buttonOf = ({ target }) => target.closest?.("button, [role=button], summary, a, input");

/** Whether a press is the second half of a double click, or a key that is held down. */
function repeats(event) {
  if (event.repeat) return true;
  const last = sent?.event;
  if (event.type !== last?.type || latest[event.type] !== sent) return false; // another press lies between
  if (event.timeStamp - last.timeStamp > DOUBLE_MS) return false;
  if (event.type === "keydown" || !event.detail) return event.target === last.target;
  return Math.hypot(event.clientX - last.clientX, event.clientY - last.clientY) < NEAR;
}

function press(event) {
  if (event.type === "keydown" && event.key !== "Enter") return;
  const one = { event, button: buttonOf(event) };
  if (one.button?.matches(".knob")) return; // the board's own: two presses are two
  if (one.button?.getAttribute("aria-busy") || repeats(event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  pressed = latest[event.type] = one;
  setTimeout(() => { if (pressed === one) pressed = null; });
}

addEventListener("click", press, true);
addEventListener("keydown", press, true);

/**
 * Send a command for the press that is being handled; its button is busy until the answer is there.
 *
 * @param {string} what Names the command: the same one is not sent twice at the same time.
 * @param {function} send Sends it, and returns its answer as a promise.
 * @returns {Promise<object>} The answer.
 */
export function waited(what, send) {
  if (pressed) sent = pressed;
  const button = pressed?.button;
  if (!under.has(what)) under.set(what, send().finally(() => under.delete(what)));
  const answer = under.get(what);
  if (button) {
    button.setAttribute("aria-busy", "true");
    answer.finally(() => button.removeAttribute("aria-busy"));
  }
  return answer;
}
