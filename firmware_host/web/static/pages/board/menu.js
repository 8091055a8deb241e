/** The board's menu: at most nine entries, the rest in groups. Actions that end something ask first. */
import { setTwice, twice } from "./hold.js";
import { Languages } from "./languages.js";
import { actShowing } from "../../parts/live.js";
import { Sleeps } from "../../parts/awake.js";
import { again, now, tell, where } from "../../parts/speech.js";
import { Dialog } from "../../parts/dialog.js";
import { Loudspeaker } from "../../parts/sound/loudspeaker.js";
import { html, useState } from "../../vendor/preact.js";
import { say, takeBack } from "../../parts/words.js";

/** Actions that end something: the question, and the text of the confirming button. */
const ENDS = { void: ["menu-sure-void", "web-void-yes"], end: ["menu-sure-end", "web-end-yes"] };

const PAGES = ["wall", "seat", "sheet", "history", "packs", "teacher", "quick", "check", "privacy"];

/**
 * @param {object} given The values of `useGiven`, and:
 * @param {string} given.other The other page for players at the board.
 */
export function Menu({ state, game, setWhy, setOpen, close, help, setHelp, other = "tablet" }) {
  const [asked, ask] = useState("");
  const [pressesTwice, note] = useState(twice);
  const turnTwice = () => {
    setTwice(!pressesTwice);
    note(!pressesTwice);
  };
  const send = (path, body) => () => {
    close();
    return actShowing(setWhy)(path, body);
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
  const speak = (text) => () => { close(); tell(text()); };
  const ends = [counts && !state.view.waiting && button("web-void", () => ask("void")), counts && button("web-end", () => ask("end"))].filter(Boolean);
  return html`<${Dialog} title=${say("web-board-menu")} closeWord=${say("web-close")} close=${close}>
    <div class="menu-grid">
      ${plays && html`<button type="button" disabled=${!state.undo} onClick=${send("/api/do", { do: "undo" })}>${takeBack(state)}</button>`}
      ${counts && button(state.paused ? "web-go-on" : "web-pause", send("/api/pause", { paused: !state.paused }))}
      ${button("web-who-plays", open("who"))}
      ${!counts && !state.tutorial && button("web-tutorial", send("/api/tutorial", { wanted: true }))}
      ${state.tutorial && button("web-tutorial-skip", send("/api/tutorial", { wanted: false }))}
      ${button("web-rules-title", open("rules"))}
      ${game.board?.sheets?.lesson && button("web-lesson-menu", open("lesson"))}
    </div>
    <div class="menu-groups">
      <${Group} title=${say("web-menu-settings")}><${Languages} state=${state} /><${Loudspeaker} say=${say} />
        <button type="button" aria-pressed=${help} onClick=${() => setHelp(!help)}>${say("web-letters-help")}</button>
        ${state.hot?.seats.length > 0 && html`<button type="button" aria-pressed=${pressesTwice} onClick=${turnTwice}>${say("web-hot-press-twice")}</button>`}</${Group}>
      <${Group} title=${say("web-menu-speech")}>
        <button type="button" onClick=${speak(() => now(state, game))}>${say("web-speech-now")} <kbd>F2</kbd></button>
        <button type="button" onClick=${speak(() => again(state))}>${say("web-speech-again")} <kbd>F4</kbd></button>
        <button type="button" onClick=${speak(() => where(state, game))}>${say("web-speech-where")} <kbd>F8</kbd></button></${Group}>
      ${ends.length > 0 && html`<${Group} title=${say("web-menu-end")}>${ends}</${Group}>`}
      <${Group} title=${say("web-board-pages")}>${button("web-door", open("door"))}
        <ul class="links">${[other, ...PAGES].map((name) => html`<li key=${name}><a href=${name === "board" ? "/" : `/${name}?from=board`}>${say(`web-title-${name}`)}</a></li>`)}</ul></${Group}>
    </div>
    <${Sleeps} />
  </${Dialog}>`;
}

/** A group of entries with a title; opening one group closes the others. */
const Group = ({ title, children }) => html`<details name="menu"><summary>${title}</summary><div class="menu-grid">${children}</div></details>`;
