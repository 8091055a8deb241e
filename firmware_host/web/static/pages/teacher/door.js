/** The door and the phones: how browsers join, who waits, who has joined, which screens show the code. */
import { Dialog } from "../../parts/dialog.js";
import { Choice, Section, Sure, Tick, useDoing, Why } from "./parts.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

const DOORS = ["code", "open", "admit"];

/** The phones: those that wait, the players' ones, and what to do about a lost one. */
export function Phones({ state }) {
  const [send, why] = useDoing();
  const [code, setCode] = useState("");
  const { phones, guests, walls, one_address: oneAddress } = state.teacher;
  const give = async (phone) => {
    const answer = await send("/api/teacher/return", { phone });
    if (answer.code) setCode(answer.code);
  };
  return html`<${Section} title=${say("web-phones")} count=${phones.length}>
    <${Choice} label=${say("web-door-kind")} value=${state.join.door} options=${DOORS.map((kind) => [kind, say(`web-door-${kind}`)])}
      change=${(door) => send("/api/teacher/doors", { door })} />
    <${Guests} guests=${guests} send=${send} />
    ${phones.length === 0 && html`<p>${say("web-phones-none", { code: state.join.code })}</p>`}
    ${grouped(phones).map((group) => html`<${Device} key=${group[0].number} group=${group} state=${state} send=${send} give=${give} />`)}
    <${Tick} label=${say("web-one-address")} checked=${oneAddress}
      change=${(one) => send("/api/teacher/doors", { one_address: one })} />
    <p class="small">${say("web-one-address-means")}</p>
    <${Why} why=${why} />
    <p class="pair"><button type="button" onClick=${() => send("/api/teacher/code")}>${say("web-code-new")}</button></p>
    <${Walls} walls=${walls} send=${send} />
    ${code && html`<${Dialog} title=${say("web-phone-lost")} closeWord=${say("web-close")} close=${() => setCode("")}>
      <p>${say("web-return-how")}</p><p class="huge">${code}</p></${Dialog}>`}
  </${Section}>`;
}

/** Return phones or guests grouped by device, each device in the order of its first phone. */
function grouped(phones) {
  const groups = new Map();
  for (const one of phones) {
    const at = one.machine ?? `phone ${one.number}`;
    groups.set(at, [...(groups.get(at) ?? []), one]);
  }
  return [...groups.values()];
}

/** The waiting phones, grouped by device, since one computer can open many windows. */
function Guests({ guests, send }) {
  const answer = (some, come) => send("/api/teacher/admit", { guests: some.map((one) => one.number), come });
  return guests.length > 0 && html`<h3>${say("web-guests-n", { n: guests.length })}</h3>
    <ul class="rows">${grouped(guests).map((group) => html`<li key=${group[0].number}>
      <span class="who"><b>${group.map((one) => say("web-guest", { n: one.number, name: one.name }).trim()).join(", ")}</b>
        ${group.length > 1 && html`<span class="small">${say("web-one-device", { n: group.length })}</span>`}</span>
      <button type="button" onClick=${() => answer(group, true)}>${say("web-admit")}</button>
      <button type="button" onClick=${() => answer(group, false)}>${say("web-send-home")}</button>
    </li>`)}</ul>`;
}

/** The phones of one device or address, with a note if they have several seats. */
function Device({ group, state, send, give }) {
  const seats = [["", say("web-no-place")], ...state.players.filter((one) => !one.left).map((one) => [one.seat, one.name])];
  const places = new Set(group.map((one) => one.seat).filter((seat) => seat !== null)).size;
  return html`
    ${group.length > 1 && html`<p class="small">${say("web-one-device", { n: group.length })}
      ${places > 1 && html` <b>${say("web-one-device-places", { n: places })}</b>`}</p>`}
    <ul class="rows">${group.map(({ number, seat }) => html`<li key=${number}>
      <${Choice} label=${say("web-phone-n", { n: number })} value=${seat ?? ""} options=${seats}
        change=${(to) => to !== "" && send("/api/teacher/move", { phone: number, seat: Number(to) })} />
      <button type="button" onClick=${() => give(number)}>${say("web-phone-lost")}</button>
      <${Sure} word=${say("web-send-home")} title=${say("web-phone-n", { n: number })} means=${say("web-kick-means")}
        yes=${() => send("/api/teacher/kick", { phone: number })} />
    </li>`)}</ul>`;
}

/** The screens that show the joining code, and those that ask to. */
function Walls({ walls, send }) {
  const let_ = (number, shows) => send("/api/teacher/walls", { number, shows });
  return walls.length > 0 && html`<h3>${say("web-walls")}</h3>
    <ul class="rows">${walls.map(({ number, shows }) => html`<li key=${number}>
      <span class="who"><b>${say("web-wall-n", { n: number })}</b>
        <span class="small">${say(shows ? "web-wall-shows" : "web-wall-wants")}</span></span>
      <button type="button" onClick=${() => let_(number, !shows)}>${say(shows ? "web-wall-take" : "web-wall-let")}</button>
    </li>`)}</ul>`;
}
