/** The word that the maker lays at Decipher's virtual board. */
import { Spelling, useLine } from "../../pages/board/words.js";
import { Dialog } from "../../parts/dialog.js";
import { useHeld } from "../../parts/held.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The maker's word rack: the word shows only while it is held. */
export function Rack({ state, close }) {
  const [word, spell] = useState("");
  const [held, holding] = useHeld();
  const [refusal, send] = useLine(close);
  const maker = state.view.maker;
  const { name } = state.players.find((one) => one.seat === maker) ?? { name: "" };
  const lay = (override) => word.length === state.length
    && send({ do: "secret", by: maker, word, ...(override && { override }) });
  return html`<${Dialog} title=${say("web-board-rack")} closeWord=${say("web-close")} close=${close}>
    <p>${say("web-board-rack-how", { name })}</p>
    <${Spelling} state=${state} word=${word} spell=${spell} hidden=${held ? "" : "all"} refusal=${refusal}>
      <button type="button" class="main" disabled=${word.length !== state.length} onClick=${() => lay(false)}>${say("web-secret-set")}</button>
      ${refusal.code === "word-unknown" && html`<button type="button" onClick=${() => lay(true)}>${say("web-secret-anyway")}</button>`}
      <button type="button" ...${holding}>${say("web-secret-hold")}</button>
    </${Spelling}>
  </${Dialog}>`;
}
