/** The maker's door: the true board with large buttons and screens, and switches for faults. */
import { Button } from "./buttons.js";
import { Pad } from "./pad.js";
import { Screen } from "./screen.js";
import { actShowing } from "../../parts/live.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { Lamp, Mark, Symbol, SYMBOLS } from "../../parts/pieces.js";
import { readJson } from "../../parts/read.js";
import { say } from "../../parts/words.js";

/** Faults that are on or off. */
const TROUBLES = ["missed", "neighbour", "unknown", "cable", "card"];

/** Parts that can be broken, each with its numbers; 0 is the table. */
const PARTS = [
  { trouble: "screen", code: "web-trouble-screen", at: [0, 1, 2, 3, 4, 5, 6], dead: "screens" },
  { trouble: "reader", code: "web-trouble-reader", at: [1, 2, 3, 4, 5, 6], dead: "readers" },
];

export function Door({ state, letters, setWhy, close }) {
  const box = useRef(null);
  useEffect(() => {
    const before = document.activeElement;
    box.current.querySelector("h2").focus();
    return () => before?.focus();
  }, []);
  const send = actShowing(setWhy);
  const leave = (event) => event.key === "Escape" && close();
  const promised = state.note_code === "commitment" ? state.note : "";
  return html`<aside ref=${box} class="door linen" aria-labelledby="door-title" onKeyDown=${leave}>
    <div class="heading"><h2 id="door-title" tabindex="-1">${say("web-door")}</h2>
      <button type="button" onClick=${close}>${say("web-close")}</button></div>
    <${Board} state=${state} setWhy=${setWhy} />
    ${promised && html`<section><h3>${say("web-door-promise")}</h3><p class="hex">${promised}</p>
      <p class="small">${say("web-door-promise-how")}</p></section>`}
    <${Troubles} troubles=${state.board.troubles} send=${send} />
    <${Pad} letters=${letters} setWhy=${setWhy} />
    <${WayIn} />
  </aside>`;
}

/** Cross and tick. */
const Answers = ({ setWhy }) => ["cross", "tick"].map((name) => html`<${Button} key=${name} name=${name} class=${name} clear=${setWhy}>
  <${Mark} name=${name} /><span>${say(`web-board-${name}`)}</span></${Button}>`);

/** The button of a zone. */
const Zone = ({ zone, setWhy }) => html`<${Button} name=${`zone-${zone}`} label=${say("web-board-zone-button", { n: zone })} class="number" clear=${setWhy}>${zone}</${Button}>`;

/** The address for a tablet that becomes the board, as text and QR code. */
function WayIn() {
  const [way, set] = useState({ url: "" });
  useEffect(() => {
    readJson("/api/board/tablet").then(({ json }) => set(json));
  }, []);
  return html`<section><h3>${say("web-title-tablet")}</h3>
    ${way.url ? html`<p class="small">${say("web-tablet-scan")}</p>
      <img class="way-in" src=${way.picture} width="220" height="220" alt=${say("web-tablet-qr")} /><p class="hex">${way.url}</p>`
    : html`<p class="small">${say("web-tablet-lan")}</p>`}</section>`;
}

/** The board with the true pictures of all screens and lamps, and all buttons. */
function Board({ state, setWhy }) {
  const { screens, lamps } = state.board;
  const zones = lamps.map((lit, at) => ({ zone: at + 1, lit }));
  return html`<section class="metal"><h3>${say("web-door-board")}</h3>
    <p class="small">${say("web-board-lid-how")}</p>
    <${Screen} name="table" picture=${screens.table} />
    <div class="buttons" role="group" aria-label=${say("web-board-buttons")}>
      <${Answers} setWhy=${setWhy} />
      ${SYMBOLS.map((name) => html`<${Button} key=${name} name=${name} class="player" clear=${setWhy}>
        <${Symbol} name=${name} /><span>${state.players.find((one) => one.symbol === name)?.name ?? say(`player-${name}`)}</span></${Button}>`)}
      <${Button} name="service" class="service" clear=${setWhy}>${say("web-board-service")}</${Button}></div>
    <ol class="metal-zones">${zones.map(({ zone, lit }) => html`<li key=${zone}><${Lamp} lit=${lit} /><${Screen} name=${zone} picture=${screens[zone]} />
      <${Zone} zone=${zone} setWhy=${setWhy} /></li>`)}</ol>
  </section>`;
}

/** Switches for faults: each breaks a part or repairs it. */
function Troubles({ troubles, send }) {
  const turn = (trouble, on, zone) => send("/api/board/touch", { act: "trouble", trouble, on, ...(zone !== undefined && { zone }) });
  return html`<section><h3>${say("web-board-wrong")}</h3>
    <p class="small">${say("web-board-wrong-how")}</p>
    <div class="stack">${TROUBLES.map((name) => html`<label key=${name} class="switch">
      <input type="checkbox" role="switch" checked=${troubles[name]} onChange=${(event) => turn(name, event.target.checked)} />
      <span>${say(`web-trouble-${name}`)}</span></label>`)}</div>
    ${PARTS.map(({ trouble, code, at, dead }) => html`<fieldset key=${trouble}><legend>${say(code)}</legend>
      <div class="parts">${at.map((zone) => {
        const name = dead === "readers" ? zone : zone ? `${zone}` : "table";
        const on = troubles[dead].includes(name);
        return html`<button type="button" key=${zone} aria-pressed=${on} onClick=${() => turn(trouble, !on, zone)}>
          ${zone || say("web-trouble-table")}</button>`;
      })}</div></fieldset>`)}
  </section>`;
}
