/** The wall before a game: how to join, the players' animals, and the board's question. */
import { Animal, MOST_HATS } from "../../parts/animals.js";
import { Symbol as Sign } from "../../parts/pieces.js";
import { act, key, redial } from "../../parts/live.js";
import { emptyTeams } from "../../parts/shows.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Return the address without the parts that nobody has to type. */
export const typed = (url) => url.replace(/^http:\/\/|\?.*$/g, "");

/** The joining code with its QR code; before them the board's own Wi-Fi. */
export function Door({ join, wifi }) {
  if (join.locked) return html`<p class="door shut">${say("web-locked")}</p>`;
  if (!join.shows) return html`<${Ask} />`;
  if (!join.url) return html`<p class="door shut">${say("web-door-none")}</p>`;
  const open = join.door === "open";
  return html`<div class=${`door paper ${wifi ? "both" : ""}`}>
    ${wifi && html`<div class="net"><p class="how">${say("web-wifi")} <b>${wifi.ssid}</b> <code>${wifi.password}</code></p>
      <img class="qr" src="/wifi.svg" alt=${say("web-wifi-qr", wifi)} /></div>`}
    <div class="in"><img class="qr" src=${`/qr.svg?${join.code}`} alt=${say("web-qr", { url: join.url })} />
      <p class="how">${say(open ? "web-lobby-scan-only" : "web-lobby-scan")}</p>
      ${!open && html`<b class="code">${join.code}</b>`}
      <span class="url">${typed(join.url)}</span></div>
  </div>`;
}

/** Ask the board to show the code here; return the screen's number, 0 if it is shown, or the refusal. */
export async function askForCode() {
  const answer = await act("/api/wall", { key });
  redial(); // the old connection began without the cookie of this wall
  return answer.waits ?? answer.text ?? 0;
}

/** The button with which a screen asks the teacher for permission to show the code. */
export function Ask() {
  const [number, setNumber] = useState(0);
  const ask = async () => setNumber(await askForCode());
  return html`<p class="door shut">${number
    ? (Number(number) ? say("web-wall-waits", { n: number }) : number)
    : html`<button type="button" onClick=${ask}>${say("web-wall-ask")}</button>`}</p>`;
}

/** A player who has joined: alone, or as a team with a hat for each phone. */
function Bench({ one, phones, empty }) {
  return html`<li class=${`bench who-${one.animal || "board"}`}><${Animal} name=${one.animal || "board"} />
    <b class="name">${one.symbol && html`<${Sign} name=${one.symbol} />`} ${one.name}</b>
    ${phones > 1 && html`<span class="hats" aria-hidden="true">${Array.from({ length: Math.min(phones, MOST_HATS) }, (_, at) => html`<${Animal} key=${at} name=${one.animal || "board"} hat=${at + 1} />`)}</span>`}
    ${phones > 1 && html`<b class="count">${phones}</b>`}
    ${empty && html`<span class="empty">${say("web-team-empty")}</span>`}</li>`;
}

/** The question of the board's screen, where it is answered. */
function Choosing({ state }) {
  return html`<div class="asks"><p class="asked">${state.line}</p><ul class="choices">${state.choices.map((choice, at) => html`
    <li key=${choice} class=${at === state.marked ? "marked" : ""}>${at === state.marked && html`<i aria-hidden="true">▶ </i>`}${choice}</li>`)}</ul></div>`;
}

/** The text for a class with printed zone cards, in which nobody joins with a phone. */
const Cards = () => html`<div class="door paper"><div class="in"><p class="how">${say("web-cards-lobby")}</p>
  <span class="fan" aria-hidden="true">${[1, 2, 3, 4, 5, 6].map((zone) => html`<b key=${zone} class=${`card-${zone}`}>${zone}</b>`)}</span></div></div>`;

/** The whole wall before a game. */
export function Lobby({ state, children }) {
  const { join, wifi, players } = state;
  const here = players.filter((one) => !one.left);
  const count = Math.max(here.length, join.phones), empty = emptyTeams(state);
  return html`<div class="wall lobby choosing">
    <header><h1>${say("web-lobby")}</h1>${count > 0 && html`<b class="here" role="status">${say("web-lobby-here", { n: count })}</b>`}</header>
    ${state.zone_cards ? html`<${Cards} />` : html`<${Door} join=${join} wifi=${wifi} />`}
    <ul class=${`benches of-${Math.min(here.length, 9)}`}>${here.map((one) => html`<${Bench} key=${one.seat} one=${one} phones=${join.seated[one.seat] ?? 0}
      empty=${empty.includes(one)} />`)}</ul>
    <footer><${Choosing} state=${state} />${children}</footer>
  </div>`;
}
