/** A phone or a wall as the board's loudspeaker: silent until somebody asks for it. */
import { Sound } from "./sound.js";
import { html, useState } from "./vendor/preact.js";

const sound = new Sound({
  // Whoever makes a phone the loudspeaker wants words; a class may have chosen less.
  levels: { yes: "voice", no: "voice", refused: "voice", bonus: "voice", turn: "voice", end: "voice" },
});

let before = null;

/** Let a state document be heard, where the loudspeaker is on and the table is not muted. */
export function hear(state) {
  Object.assign(sound.levels, state.levels);
  if (state.sound) sound.tell(before, state, document.documentElement.lang);
  before = state;
}

/** The switch. */
export function Loudspeaker({ say }) {
  const [on, set] = useState(!sound.muted);
  const turn = () => {
    sound.muted = on;
    sound.wake();
    set(!on);
  };
  return html`<button type="button" class="loudspeaker" aria-pressed=${on} onClick=${turn}>
    <span aria-hidden="true">${on ? "🔊" : "🔇"}</span> ${say(on ? "web-loud-on" : "web-loud-off")}
  </button>`;
}
