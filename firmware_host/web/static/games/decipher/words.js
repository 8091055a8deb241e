/** Words at Decipher's virtual board: what a player guesses, and what the maker lays. */
import { Spelling, useLine } from "../../pages/board/words.js";
import { Dialog } from "../../parts/dialog.js";
import { useHeld } from "../../parts/held.js";
import { Symbol } from "../../parts/pieces.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Somebody at the table says a word, or leaves the round. */
export function Guess({ state, close }) {
  const { view, players } = state;
  const [word, spell] = useState("");
  const [chosen, choose] = useState(view.turn);
  const [refusal, send] = useLine(close);
  const seat = view.seekers.includes(chosen) ? chosen : view.seekers[0];
  const guess = () => word.length === state.length && send({ do: "guess", by: seat, word });
  return html`<${Dialog} title=${say("web-guess-title")} closeWord=${say("web-close")} close=${close}>
    <fieldset class="who"><legend>${say("web-board-who")}</legend>
      ${players.filter((one) => view.seekers.includes(one.seat)).map((one) => html`<label key=${one.seat}>
        <input type="radio" name="who" checked=${one.seat === seat} onChange=${() => choose(one.seat)} />
        <span>${one.symbol && html`<${Symbol} name=${one.symbol} />`}${one.name} · ${say("web-tokens", { n: view.tokens[one.seat] })}</span>
      </label>`)}</fieldset>
    <${Spelling} state=${state} word=${word} spell=${spell} done=${guess} refusal=${refusal}>
      <button type="button" class="main" disabled=${word.length !== state.length} onClick=${guess}>${say("web-board-guess")}</button>
      <button type="button" onClick=${() => send({ do: "retire", by: seat })}>${say("web-retire")}</button>
    </${Spelling}>
  </${Dialog}>`;
}

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
    <${Spelling} state=${state} word=${word} spell=${spell} hidden=${held ? "" : "all"} done=${() => lay(false)} refusal=${refusal}>
      <button type="button" class="main" disabled=${word.length !== state.length} onClick=${() => lay(false)}>${say("web-secret-set")}</button>
      ${refusal.code === "word-unknown" && html`<button type="button" onClick=${() => lay(true)}>${say("web-secret-anyway")}</button>`}
      <button type="button" ...${holding}>${say("web-secret-hold")}</button>
    </${Spelling}>
  </${Dialog}>`;
}
