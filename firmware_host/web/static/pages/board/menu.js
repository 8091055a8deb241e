/** The menu of the board: each thing is one press away, and what ends something asks once. */
import { Languages } from "./languages.js";
import { act } from "../../parts/live.js";
import { Sleeps } from "../../parts/awake.js";
import { Dialog } from "../../parts/dialog.js";
import { Loudspeaker } from "../../parts/sound/loudspeaker.js";
import { html, useState } from "../../vendor/preact.js";
import { say, takeBack } from "../../parts/words.js";

/** What ends something: what is asked before it does, and the answer. */
const ENDS = { void: ["web-void-sure", "web-void-yes"], end: ["web-end-sure", "web-end-yes"] };

const PAGES = ["wall", "seat", "sheet", "history", "packs", "teacher", "quick", "check", "privacy"];

/**
 * @param {object} given What each part of the page is given; and what only this one has:
 * @param {string} given.other The other page at which hands play.
 */
export function Menu({ state, game, setWhy, setOpen, close, help, setHelp, other = "tablet" }) {
  const [asked, ask] = useState("");
  const send = (path, body) => async () => {
    close();
    const answer = await act(path, body);
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
  };
  const open = (name) => () => setOpen(name);
  const plays = state.view && !state.view.over && state.place === "home";
  const counts = plays && !state.tutorial;
  const button = (code, does, kind = "") => html`<button type="button" class=${kind} onClick=${does}>${say(code)}</button>`;
  if (asked) {
    const [sure, yes] = ENDS[asked];
    return html`<${Dialog} key=${asked} title=${say(sure)} closeWord=${say("web-keep-on")} close=${close}>
      <p>${button(yes, send("/api/do", { do: asked }), "main")}</p></${Dialog}>`;
  }
  return html`<${Dialog} title=${say("web-board-menu")} closeWord=${say("web-close")} close=${close}>
    <div class="menu-grid">
      ${plays && html`<button type="button" onClick=${send("/api/do", { do: "undo" })}>${takeBack(state)}</button>`}
      ${counts && button(state.paused ? "web-go-on" : "web-pause", send("/api/pause", { paused: !state.paused }))}
      <${Loudspeaker} say=${say} />
      <${Languages} state=${state} />
      ${button("web-who-plays", open("who"))}
      ${!counts && !state.tutorial && button("web-tutorial", send("/api/tutorial", { wanted: true }))}
      ${state.tutorial && button("web-tutorial-skip", send("/api/tutorial", { wanted: false }))}
      <button type="button" aria-pressed=${help} onClick=${() => setHelp(!help)}>${say("web-letters-help")}</button>
      ${button("web-rules-title", open("rules"))}
      ${counts && !state.view.waiting && button("web-void", () => ask("void"))}
      ${counts && button("web-end", () => ask("end"))}
      ${button("web-door", open("door"))}
    </div>
    <${Sleeps} />
    <nav aria-label=${say("web-board-pages")}><ul class="links">${[other, ...PAGES].map((name) => html`<li key=${name}><a href=${name === "board" ? "/" : `/${name}?from=board`}>${say(`web-title-${name}`)}</a></li>`)}</ul></nav>
  </${Dialog}>`;
}
