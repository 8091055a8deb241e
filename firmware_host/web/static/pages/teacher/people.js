/** Who plays: players and teams. */
import { Symbol as Sign } from "../../parts/pieces.js";
import { Bots } from "../../parts/choosing.js";
import { Section, Sure, Tick, useDoing, Why } from "./parts.js";
import { html, useState } from "../../vendor/preact.js";
import { most, say } from "../../parts/words.js";

const PLACES = 8;

/** Players and teams: names, points, number of phones; and how joining players get a seat. */
export function Players({ state }) {
  const [send, why] = useDoing();
  const here = state.players.filter((one) => !one.left);
  const people = here.filter((one) => !one.bot);
  const phones = (seat) => state.teacher.phones.filter((one) => one.seat === seat).length;
  return html`<${Section} title=${say("web-players")} count=${here.length}>
    <ul class="rows">${people.map((one) => html`<${Player} key=${one.seat} one=${one} send=${send}
      phones=${phones(one.seat)} />`)}</ul>
    ${here.length < PLACES && html`<${Sit} send=${send} />`}
    <${Bots} state=${state} send=${send} />
    ${here.length === 0 && html`<${Teams} send=${send} />`}
    <${Tick} label=${say("web-teams")} checked=${state.join.teams}
      change=${(teams) => send("/api/teacher/doors", { teams })} />
    <${Why} why=${why} />
  </${Section}>`;
}

function Player({ one, send, phones }) {
  const [name, setName] = useState(null);
  const rename = async (event) => {
    event.preventDefault();
    const answer = await send("/api/teacher/rename", { seat: one.seat, name });
    if (answer.ok) setName(null);
  };
  if (name !== null) {
    return html`<li><form class="beside" onSubmit=${rename}>
      <input value=${name} maxlength=${most("name")} required aria-label=${say("web-name")} autofocus
        onInput=${(event) => setName(event.currentTarget.value)} />
      <button class="main">${say("web-keep")}</button>
      <button type="button" onClick=${() => setName(null)}>${say("web-cancel")}</button></form></li>`;
  }
  return html`<li>
    <span class="who">${one.symbol && html`<${Sign} name=${one.symbol} /> `}<b>${one.name}</b>
      <span class="small">${say("web-phones-n", { n: phones })}${one.points !== null && ` · ${say("web-points-n", { n: one.points })}`}</span></span>
    <button type="button" aria-label=${say("web-rename-who", { name: one.name })} onClick=${() => setName(one.name)}>${say("web-rename")}</button>
    <${Sure} word=${say("web-send-home")} title=${say("web-send-home-who", { name: one.name })} means=${say("web-leave-game-means")}
      yes=${() => send("/api/teacher/stand", { seat: one.seat })} />
  </li>`;
}

function Sit({ send }) {
  const [name, setName] = useState("");
  const sit = async (event) => {
    event.preventDefault();
    const answer = await send("/api/teacher/sit", { name });
    if (answer.ok) setName("");
  };
  return html`<form class="beside" onSubmit=${sit}>
    <label class="field">${say("web-player-new")}
      <input value=${name} maxlength=${most("name")} required autocomplete="off" onInput=${(event) => setName(event.currentTarget.value)} /></label>
    <button>${say("web-add")}</button></form>`;
}

/** The dialog that creates several teams for a class without any. */
export function Teams({ send, done }) {
  const make = async (count) => {
    for (let n = 1; n <= count; n += 1) await send("/api/teacher/sit", { name: say("web-team-n", { n }) });
    await send("/api/teacher/doors", { teams: true });
    done?.();
  };
  return html`<fieldset><legend>${say("web-teams-make")}</legend>
    <div class="pads">${[2, 3, 4, 5, 6, 8].map((n) => html`
      <button type="button" key=${n} onClick=${() => make(n)}>${n}</button>`)}</div></fieldset>`;
}
