/** The drawer at the board's side: under the lid, other pages, and what goes wrong in life. */
import { Button } from "./buttons.js";
import { Pad } from "./pad.js";
import { Screen } from "./screen.js";
import { otherLanguages } from "../../parts/languages.js";
import { act } from "../../parts/live.js";
import { Loudspeaker } from "../../parts/sound/loudspeaker.js";
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Troubles that are on or off. */
const TROUBLES = {
  missed: "web-trouble-missed",
  neighbour: "web-trouble-neighbour",
  unknown: "web-trouble-unknown",
  cable: "web-trouble-cable",
  card: "web-trouble-card",
};

/** Parts that can be dead, with the numbers that they come in; 0 is the table. */
const PARTS = [
  { trouble: "screen", code: "web-trouble-screen", at: [0, 1, 2, 3, 4, 5, 6], dead: "screens" },
  { trouble: "reader", code: "web-trouble-reader", at: [1, 2, 3, 4, 5, 6], dead: "readers" },
];

const PAGES = ["wall", "seat", "sheet", "history", "teacher", "quick", "check", "privacy"];
const TITLES = {
  wall: "web-title-wall", seat: "web-title-seat", sheet: "web-title-sheet", history: "web-title-history",
  teacher: "web-title-teacher", quick: "web-title-quick", check: "web-title-check", privacy: "web-title-privacy",
};

export function Drawer({ state, letters, setWhy, close }) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current.querySelector("h2").focus();
    return () => before?.focus();
  }, []);
  const send = async (path, body) => {
    const answer = await act(path, body);
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
  };
  const leave = (event) => event.key === "Escape" && close();
  return html`<aside ref=${box} class="drawer" aria-labelledby="drawer-title" onKeyDown=${leave}>
    <div class="heading"><h2 id="drawer-title" tabindex="-1">${say("web-more")}</h2>
      <button type="button" onClick=${close}>${say("web-close")}</button></div>
    <${Troubles} troubles=${state.board.troubles} send=${send} />
    <section><h3>${say("web-board-lid")}</h3>
      <div class="lid"><${Button} name="service" class="service" clear=${setWhy}>${say("web-board-service")}</${Button}>
        <${Screen} name="maker" picture=${state.board.screens.maker} /></div>
      <p class="small">${say("web-board-lid-how")}</p>
      <div class="stack">
        ${state.view && state.place === "home" && html`<button type="button" onClick=${() => send("/api/do", { do: "undo" })}>${say("web-undo")}</button>`}
        ${state.view && state.place === "home" && html`<button type="button" onClick=${() => send("/api/pause", { paused: !state.paused })}>
          ${say(state.paused ? "web-go-on" : "web-pause")}</button>`}
        <${Loudspeaker} say=${say} />
      </div></section>
    <${Pad} letters=${letters} setWhy=${setWhy} />
    <nav aria-labelledby="drawer-pages"><h3 id="drawer-pages">${say("web-board-pages")}</h3>
      <ul>${PAGES.map((name) => html`<li key=${name}><a href=${`/${name}`}>${say(TITLES[name])}</a></li>`)}
        ${otherLanguages("/").map((link) => html`<li>${link}</li>`)}</ul></nav>
  </aside>`;
}

/** What goes wrong in life: each switch breaks a part, or heals it. */
function Troubles({ troubles, send }) {
  const turn = (trouble, on, zone) => send("/api/board/touch", { act: "trouble", trouble, on, ...(zone !== undefined && { zone }) });
  return html`<section><h3>${say("web-board-wrong")}</h3>
    <p class="small">${say("web-board-wrong-how")}</p>
    <div class="stack">${Object.entries(TROUBLES).map(([name, code]) => html`<label key=${name} class="switch">
      <input type="checkbox" role="switch" checked=${troubles[name]} onChange=${(event) => turn(name, event.target.checked)} />
      <span>${say(code)}</span></label>`)}</div>
    ${PARTS.map(({ trouble, code, at, dead }) => html`<fieldset key=${trouble}><legend>${say(code)}</legend>
      <div class="parts">${at.map((zone) => {
        const name = dead === "readers" ? zone : zone ? `${zone}` : "table";
        const on = troubles[dead].includes(name);
        return html`<button type="button" key=${zone} aria-pressed=${on} onClick=${() => turn(trouble, !on, zone)}>
          ${zone || say("web-trouble-table")}</button>`;
      })}</div></fieldset>`)}
  </section>`;
}
