/** What a player needs more rarely: retire, leave, begin, and other people's phones. */
import { Dialog } from "./dialog.js";
import { Loudspeaker } from "./loudspeaker.js";
import { html, useState } from "./vendor/preact.js";
import { say } from "./words.js";

const LENGTHS = [3, 4, 5, 6];
const ROUNDS = [1, 2, 3, 4, 5, 6];

/** The list behind the button "More". */
export function More({ state, you, send, setOpen }) {
  const may = (name) => you.may.includes(name);
  const once = (path, body) => async () => {
    await send(path, body);
    setOpen("");
  };
  const lang = document.documentElement.lang === "de" ? "en" : "de";
  return html`<${Dialog} title=${say("web-more")} closeWord=${say("web-close")} close=${() => setOpen("")}>
    <div class="stack">
      ${may("retire") && html`<button type="button" onClick=${() => setOpen("retire")}>${say("web-retire")}</button>`}
      ${may("undo") && html`<button type="button" onClick=${once("/api/do", { do: "undo" })}>${say("web-undo")}</button>`}
      ${may("pause") && html`<button type="button" onClick=${once("/api/pause", { paused: !state.paused })}>
        ${say(state.paused ? "web-go-on" : "web-pause")}</button>`}
      <${Loudspeaker} say=${say} />
      ${state.place === "home" && state.players.filter((one) => one.seat !== you.seat).map((one) => html`
        <button type="button" key=${one.seat} onClick=${once("/api/free", { seat: one.seat })}>
          ${say("web-free", { name: one.name })}</button>`)}
      <button type="button" onClick=${() => setOpen("leave")}>${say("web-leave")}</button>
    </div>
    <ul class="links">
      <li><a href="/sheet">${say("web-title-sheet")}</a></li>
      <li><a href="/quick">${say("web-title-quick")}</a></li>
      <li><a href="/check">${say("web-title-check")}</a></li>
      <li><a href="/privacy">${say("web-title-privacy")}</a></li>
      <li><a href=${`/seat?lang=${lang}`} lang=${lang} hreflang=${lang}>${say(`language-${lang}`)}</a></li>
    </ul>
  </${Dialog}>`;
}

/** Retiring is asked once more, for it cannot be taken back by the phone alone. */
export function Retire({ send, setOpen }) {
  const yes = async () => {
    await send("/api/do", { do: "retire" });
    setOpen("");
  };
  return html`<${Dialog} title=${say("web-retire-sure")} closeWord=${say("web-retire-no")} close=${() => setOpen("")}>
    <p>${say("web-retire-means")}</p>
    <p><button type="button" class="main" onClick=${yes}>${say("web-retire-yes")}</button></p>
  </${Dialog}>`;
}

/** Going: the phone alone, or its player as well. */
export function Leave({ you, send, setOpen }) {
  const go = async () => {
    const answer = await send("/api/leave", {});
    if (answer.ok) location.replace(`/seat?lang=${document.documentElement.lang}`);
  };
  const all = async () => {
    const answer = await send("/api/do", { do: "leave" });
    if (answer.ok) await go();
    else setOpen("");
  };
  return html`<${Dialog} title=${say("web-leave")} closeWord=${say("web-stay")} close=${() => setOpen("")}>
    <p><button type="button" class="main" onClick=${go}>${say("web-leave-phone")}</button></p>
    <p class="small">${say("web-leave-phone-means")}</p>
    ${you.may.includes("leave") && html`<p><button type="button" onClick=${all}>${say("web-leave-game")}</button></p>
      <p class="small">${say("web-leave-game-means")}</p>`}
  </${Dialog}>`;
}

/** A new game, as the last one was unless something is changed. */
export function Begin({ state, send, setOpen }) {
  const [length, setLength] = useState(state.length);
  const [rounds, setRounds] = useState(state.rounds);
  const alone = state.players.length < 2;
  const [board, setBoard] = useState(state.board_makes || alone);
  const begin = async (event) => {
    event.preventDefault();
    await send("/api/begin", { length, rounds, board_makes: board });
    setOpen("");
  };
  return html`<${Dialog} title=${say("web-begin")} closeWord=${say("web-close")} close=${() => setOpen("")}>
    <form class="stack" onSubmit=${begin}>
      <${Choice} name="length" title=${say("choose-length")} values=${LENGTHS} now=${length} set=${setLength} />
      ${!alone && html`<${Choice} name="maker" title=${say("choose-maker")} values=${[true, false]} now=${board}
        set=${setBoard} word=${(value) => say(value ? "maker-board" : "maker-person")} />`}
      ${board && html`<${Choice} name="rounds" title=${say("choose-rounds")} values=${ROUNDS} now=${rounds} set=${setRounds} />`}
      <button class="main">${say("web-begin-now")}</button>
    </form>
  </${Dialog}>`;
}

function Choice({ name, title, values, now, set, word = String }) {
  return html`<fieldset><legend>${title}</legend><div class="picks">${values.map((value) => html`
    <label key=${value}><input type="radio" name=${name} checked=${value === now} onChange=${() => set(value)} />
      <span>${word(value)}</span></label>`)}</div></fieldset>`;
}
