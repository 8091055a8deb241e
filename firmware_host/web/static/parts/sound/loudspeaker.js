/** A page as the board's loudspeaker: silent until somebody asks for it, but for the board's own page at home. */
import { Sound } from "./sound.js";
import { html, useState } from "../../vendor/preact.js";

const sound = new Sound({
  // Whoever makes a phone the loudspeaker wants words; a class may have chosen less.
  levels: { yes: "voice", no: "voice", refused: "voice", bonus: "voice", turn: "voice", end: "voice" },
});

/** Whether somebody has turned this page's loudspeaker on or off. */
let chosen = false;

// No browser sounds before somebody has touched the page.
for (const touch of ["pointerdown", "keydown"]) {
  addEventListener(touch, () => sound.muted || sound.wake(), { capture: true });
}

/**
 * Let what is new in a state document be heard, where the loudspeaker is on; it is drawn first.
 *
 * @param {object} state The state document.
 * @param {boolean} [on] True where it is on as long as nobody turns it off.
 */
export function hear(state, on = false) {
  if (!chosen) sound.muted = !on;
  Object.assign(sound.levels, state.levels);
  setTimeout(() => sound.tell(state, document.documentElement.lang));
}

/** The switch; a small one is its picture alone. */
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
