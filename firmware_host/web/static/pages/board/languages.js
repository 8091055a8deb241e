/** The other languages of the board: page, voice and words change with it. */
import { act } from "../../parts/live.js";
import { html } from "../../vendor/preact.js";
import { languages, say } from "../../parts/words.js";

export const Languages = ({ state }) => html`<span class="languages" role="group" aria-label=${say("web-language")}>${languages().filter(([code]) => code !== state.language).map(([code, name]) => html`
  <button type="button" key=${code} lang=${code} onClick=${() => act(state.kiosk ? "/api/kiosk" : "/api/settings", { language: code })}>${name}</button>`)}</span>`;
