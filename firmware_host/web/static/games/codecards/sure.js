/** What a phone and the board's page ask before a code is broken. */
import { Dialog } from "../../parts/dialog.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Breaking the code ends the game, so it is asked once more. */
export const Sure = ({ yes, close }) => html`<${Dialog} title=${say("web-codecards-break-sure")} closeWord=${say("web-cancel")} close=${close}>
  <p>${say("web-codecards-break-means")}</p>
  <p><button type="button" class="main" onClick=${yes}>${say("web-codecards-break")}</button></p>
</${Dialog}>`;
