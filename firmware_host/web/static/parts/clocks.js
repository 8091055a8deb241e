/** Clocks of a game: the time played, and the time left. */
import { html, useEffect, useState } from "../vendor/preact.js";
import { say } from "./words.js";

/** Redraw a component while `runs`; return the milliseconds since `state` arrived, however late it is drawn. */
function useSince(state, runs) {
  const [, draw] = useState(0);
  useEffect(() => {
    const timer = runs && setInterval(() => draw((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, [runs]);
  return runs ? performance.now() - state.arrived_ms : 0;
}

const shown = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Minutes and seconds since the game began. */
export function Clock({ state }) {
  const since = useSince(state, state.running);
  return html`<span class="clock" role="timer" aria-label=${say("web-clock")}>${shown(Math.floor((state.elapsed_ms + since) / 1000))}</span>`;
}

/** The time left of a seat with a limit of its own (`sand_since` of the view), or of the board's limit; else nothing. */
export function Sand({ state, seat = state.you?.seat }) {
  const since = useSince(state, state.running), began = state.view?.sand_since?.[seat]; // null: this seat's time does not run
  const left_ms = began === undefined ? state.left_ms : began === null ? null : began + state.view.sand_s * 1000 - state.elapsed_ms;
  if (left_ms === null || left_ms === undefined || state.phase !== "playing") return null;
  const left = Math.max(0, Math.ceil((left_ms - since) / 1000));
  return html`<span class=${`sand ${left <= 10 ? "short" : ""}`} role="timer" aria-label=${say("web-time-left")}><svg aria-hidden="true" viewBox="0 0 10 14" height="0.8em" fill="currentColor"><path d="M1 0h8v2.5L6 7l3 4.5V14H1v-2.5L4 7 1 2.5z" /></svg> ${shown(left)}</span>`;
}
