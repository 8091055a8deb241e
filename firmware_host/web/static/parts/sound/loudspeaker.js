/** A page as the board's loudspeaker: silent until it is switched on, except the board's own page at home. */
import { Sound } from "./sound.js";
import { html, useState } from "../../vendor/preact.js";

const sound = new Sound({
  // A phone that is made the loudspeaker shall speak; a class may have chosen less.
  levels: { yes: "voice", no: "voice", refused: "voice", bonus: "voice", turn: "voice", end: "voice" },
});

/** True if this page's loudspeaker was switched on or off by hand. */
let chosen = false;

// Browsers play no sound before the first touch of a page; Safari waits for its end, or its click.
for (const touch of ["pointerdown", "touchend", "click", "keydown"]) {
  addEventListener(touch, () => sound.muted || sound.wake(), { capture: true });
}

/**
 * Play the new moments of a state document if the loudspeaker is on, after it is drawn.
 *
 * @param {object} state The state document.
 * @param {boolean} [on] True if it is on by default.
 */
export function hear(state, on = false) {
  if (!chosen) sound.muted = !on;
  Object.assign(sound.levels, state.levels);
  setTimeout(() => sound.tell(state, document.documentElement.lang));
}

/** Play the words of the last spoken moment again, if the loudspeaker is on. */
export function repeat({ moments }) {
  const words = moments.findLast((one) => one.said.length)?.said ?? [];
  sound.play("", words.map((name) => `${document.documentElement.lang}/${name}`));
}

/** The switch; a small one shows its picture only. */
export function Loudspeaker({ say, small = false }) {
  const [on, set] = useState(!sound.muted);
  const turn = () => {
    chosen = true;
    sound.muted = on;
    sound.wake();
    set(!on);
  };
  return html`<button type="button" class="loudspeaker" aria-pressed=${on} onClick=${turn}>
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M3 9.5v5h4l5 4.5V5L7 9.5Z" /><path d=${on ? "M16 9a4 4 0 0 1 0 6M18.5 6a8 8 0 0 1 0 12" : "m16 9 6 6m0-6-6 6"} />
    </svg> <span class=${small ? "unseen" : ""}>${say("web-loudspeaker")}</span>
  </button>`;
}
