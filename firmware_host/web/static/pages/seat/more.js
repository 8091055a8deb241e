/** The rarely used actions of a player: leave, begin a game, read the rules, admit phones. */
import { Bots, Choosing } from "../../parts/choosing.js";
import { Evening } from "../../parts/aside/evening.js";
import { Sleeps } from "../../parts/awake.js";
import { Dialog } from "../../parts/dialog.js";
import { otherLanguages } from "../../parts/languages.js";
import { Loudspeaker } from "../../parts/sound/loudspeaker.js";
import { Rules } from "../../parts/sheet-rules.js";
import { html } from "../../vendor/preact.js";
import { say, takeBack } from "../../parts/words.js";

export { hear } from "../../parts/sound/loudspeaker.js";

/** The list behind the button "More". */
export function More({ state, you, send, open, game }) {
  const may = (name) => you.may.includes(name);
  const once = (path, body) => async () => {
    await send(path, body);
    open("");
  };
  const { More: Own, Help: sheet } = game.seat ?? {};
  return html`<${Dialog} title=${say("web-more")} closeWord=${say("web-close")} close=${() => open("")}>
    <div class="stack">
      ${sheet && html`<button type="button" onClick=${() => open("help")}>${say(sheet.code)}</button>`}
      ${Own && html`<${Own} state=${state} you=${you} open=${open} />`}
      ${may("undo") && html`<button type="button" disabled=${!state.undo} onClick=${once("/api/do", { do: "undo" })}>${takeBack(state)}</button>`}
      ${may("pause") && html`<button type="button" onClick=${once("/api/pause", { paused: !state.paused })}>
        ${say(state.paused ? "web-go-on" : "web-pause")}</button>`}
      ${state.rules.length > 0 && html`<button type="button" onClick=${() => open("rules")}>${say("web-rules-title")}</button>`}
      <${Loudspeaker} say=${say} />
      ${state.place === "home" && state.players.filter((one) => one.seat !== you.seat && !one.bot).map((one) => html`
        <button type="button" key=${one.seat} onClick=${once("/api/free", { seat: one.seat })}>
          ${say("web-free", { name: one.name })}</button>`)}
      <${Sleeps} />
      <button type="button" onClick=${() => open("leave")}>${say("web-leave")}</button>
    </div>
    <ul class="links">
      <li><a href="/sheet?from=seat">${say("web-title-sheet")}</a></li>
      <li><a href="/quick">${say("web-title-quick")}</a></li>
      <li><a href="/check">${say("web-title-check")}</a></li>
      <li><a href="/privacy">${say("web-title-privacy")}</a></li>
      ${otherLanguages("/seat").map((link) => html`<li>${link}</li>`)}
    </ul>
  </${Dialog}>`;
}

/** The options of the present game. */
export function HouseRules({ state, open }) {
  return html`<${Dialog} title=${say("web-rules-title")} closeWord=${say("web-close")} close=${() => open("")}>
    <${Rules} rules=${state.rules} titled=${false} /></${Dialog}>`;
}

/** The game's own help. */
export function Help(given) {
  const { code, Sheet } = given.game.seat.Help;
  return html`<${Dialog} title=${say(code)} closeWord=${say("web-close")} close=${() => given.open("")}><${Sheet} ...${given} /></${Dialog}>`;
}

/** The choice to remove this phone alone, or its player too. */
export function Leave({ you, send, open }) {
  const go = async () => {
    const answer = await send("/api/leave", {});
    if (answer.ok) location.replace(`/seat?lang=${document.documentElement.lang}`);
  };
  const all = async () => {
    const answer = await send("/api/do", { do: "leave" });
    if (answer.ok) await go();
    else open("");
  };
  return html`<${Dialog} title=${say("web-leave")} closeWord=${say("web-stay")} close=${() => open("")}>
    <p><button type="button" class="main" onClick=${go}>${say("web-leave-phone")}</button></p>
    <p class="small">${say("web-leave-phone-means")}</p>
    ${you.may.includes("leave") && html`<p><button type="button" onClick=${all}>${say("web-leave-game")}</button></p>
      <p class="small">${say("web-leave-game-means")}</p>`}
  </${Dialog}>`;
}

/** The dialog that begins a new game, with the settings of the last one. */
export function Begin({ state, send, open }) {
  const begin = async (wishes) => {
    await send("/api/begin", wishes);
    open("");
  };
  const evening = async (key) => {
    const answer = await send("/api/evening", { key });
    if (answer.ok) open("");
    return answer.ok ? "" : answer.text ?? answer.error;
  };
  return html`<${Dialog} title=${say("web-begin")} closeWord=${say("web-close")} close=${() => open("")}>
    <${Bots} state=${state} send=${send} />
    <${Choosing} state=${state} begin=${begin} />
    <${Evening} begin=${evening} /></${Dialog}>`;
}
