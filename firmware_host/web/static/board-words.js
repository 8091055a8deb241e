/** Words at the virtual board: what a player guesses, and what the maker lays. */
import { Dialog } from "./dialog.js";
import { act } from "./live.js";
import { Symbol } from "./pieces.js";
import { html, useState } from "./vendor/preact.js";
import { WordPad } from "./wordpad.js";
import { say } from "./words.js";

/** Send a transcript's line; where it is refused, say why here. */
export function useLine(close) {
  const [refusal, setRefusal] = useState({});
  const send = async (body) => {
    const answer = await act("/api/do", body);
    if (answer.ok) close();
    else setRefusal({ code: answer.refused, text: answer.text ?? answer.error });
  };
  return [refusal, send];
}

/** A word to spell, with whatever is done with it. */
export function Spelling({ state, word, spell, hidden, done, refusal, children }) {
  const [rows, setRows] = useState(false);
  return html`<${WordPad} ...${{ word, spell, rows, say, hidden, done }} length=${state.length} language=${state.language}
    label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)}>
    <p class="why" role="alert">${refusal.text}</p>
    <div class="pair">${children}</div>
  </${WordPad}>`;
}

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
  const [held, hold] = useState(false);
  const [refusal, send] = useLine(close);
  const maker = state.view.maker;
  const { name } = state.players.find((one) => one.seat === maker) ?? { name: "" };
  const lay = (override) => word.length === state.length
    && send({ do: "secret", by: maker, word, ...(override && { override }) });
  const key = (down) => (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    hold(down);
  };
  return html`<${Dialog} title=${say("web-board-rack")} closeWord=${say("web-close")} close=${close}>
    <p>${say("web-board-rack-how", { name })}</p>
    <${Spelling} state=${state} word=${word} spell=${spell} hidden=${held ? "" : "all"} done=${() => lay(false)} refusal=${refusal}>
      <button type="button" class="main" disabled=${word.length !== state.length} onClick=${() => lay(false)}>${say("web-secret-set")}</button>
      ${refusal.code === "word-unknown" && html`<button type="button" onClick=${() => lay(true)}>${say("web-secret-anyway")}</button>`}
      <button type="button" aria-pressed=${held} onPointerDown=${() => hold(true)} onPointerUp=${() => hold(false)}
        onPointerLeave=${() => hold(false)} onPointerCancel=${() => hold(false)} onBlur=${() => hold(false)}
        onKeyDown=${key(true)} onKeyUp=${key(false)} onContextMenu=${(event) => event.preventDefault()}>${say("web-secret-hold")}</button>
    </${Spelling}>
  </${Dialog}>`;
}
