/** The maker's input of a word at the virtual board in a class, where no lid can be opened. */
import { actShowing } from "../../parts/live.js";
import { Dialog } from "../../parts/dialog.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Hide } from "./private.js";

/** The maker's rack: the word is shown as dots. */
export function Rack({ state, letters, close }) {
  const [why, setWhy] = useState("");
  const by = state.view.maker, { name } = state.players.find((one) => one.seat === by) ?? { name: "" };
  const send = (line) => actShowing(setWhy)("/api/do", { by, ...line });
  return html`<${Dialog} title=${say("web-board-rack")} closeWord=${say("web-close")} close=${close}>
    <p>${say("web-board-rack-how", { name })}</p><p class="why" role="alert">${why}</p>
    <${Hide} ...${{ state, letters, act: send, done: close }} hidden="all" /></${Dialog}>`;
}
