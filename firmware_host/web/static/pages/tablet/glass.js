/** The tablet's screen: full screen, always on, and turned to the player. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Two buttons at the edge: turn the page, and fill the screen. */
export function Edge() {
  const [turned, turn] = useState(false);
  const [full, setFull] = useState(() => Boolean(document.fullscreenElement));
  useEffect(() => {
    const changed = () => setFull(Boolean(document.fullscreenElement));
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, []);
  const round = () => {
    document.documentElement.classList.toggle("turned", !turned);
    turn(!turned);
  };
  const fill = () => (full ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
  return html`<button type="button" class="menu" aria-label=${say("web-tablet-turn")} aria-pressed=${turned} onClick=${round}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M5 10a7.5 7.5 0 0 1 13-3l2 2M19 14a7.5 7.5 0 0 1-13 3l-2-2M20 3v6h-6M4 21v-6h6" /></svg></button>
    ${document.fullscreenEnabled && html`<button type="button" class="menu" aria-label=${say("web-tablet-full")} aria-pressed=${full} onClick=${fill}>
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5" /></svg></button>`}`;
}
