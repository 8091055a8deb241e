/** The languages that the board speaks, side by side: page, voice and words change with it. */
import { act } from "../../parts/live.js";
import { html } from "../../vendor/preact.js";
import { languages, say } from "../../parts/words.js";

export const Languages = ({ state }) => html`<span class="languages" role="group" aria-label=${say("web-language")}>${languages().map(([code, name]) => html`
  <button type="button" key=${code} lang=${code} aria-pressed=${code === state.language} onClick=${() => act(state.kiosk ? "/api/kiosk" : "/api/settings", { language: code })}>${name}</button>`)}</span>`;
