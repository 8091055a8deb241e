/** Code cards on a phone: one's own code, the next pile, a card to play or to name. */
import { Card } from "../cards.js";
import { Dialog } from "../dialog.js";
import { html, useState } from "../vendor/preact.js";
import { say } from "../words.js";
import { COLUMNS, Choose, Held, Row, Small, called, drawn, nameOf, other } from "./codecards-table.js";

/** What a phone is for at this moment; a change of it forgets the card that was chosen. */
function purpose({ view, you }) {
  if (!view || view.over) return "look";
  if (view.waiting) return "hide";
  return view.turn === you.seat ? `${view.may.includes("name") ? "name" : "play"} ${view.column}` : "look";
}

/** Return what this player is asked to do; null for somebody else's turn. */
function yours({ view, you }) {
  if (view.over || view.waiting || view.turn !== you.seat) return null;
  const may = (act) => view.may.includes(act);
  const code = may("name") ? "name" : may("break") ? "turn" : may("skip") ? "play" : "card";
  return say(`web-codecards-you-${code}`, { n: view.column });
}

/** The other's row by one's own columns; then one's own, as the other plays on it. */
function Now({ state: { view, players }, you }) {
  const them = other(you.seat);
  return html`<div class=${`cc-now ${view.waiting ? "waiting" : ""}`}>
    <${Row} view=${view} owner=${them} by="column" title=${say("web-codecards-of", { name: nameOf(players, them) })} />
    <${Row} view=${view} owner=${you.seat} by="place" title=${say("web-codecards-own")} />
    ${!view.waiting && !view.over && html`<p class="facts">
      <span>${say("web-codecards-hand", { n: view.hands[you.seat] })}</span>
      <span>${say("web-codecards-deck", { n: view.deck })}</span></p>`}
  </div>`;
}

/** Cards that only this player may see: the own code, and the pile before the next card. */
function Own({ secret, column }) {
  const cards = (list) => html`<p class="cc-cards">${list.map((card) => html`<${Card} ...${drawn(card)} />`)}</p>`;
  return html`
    ${secret.code.some(Boolean) && html`<${Held} label=${say("web-codecards-look-own")}>${cards(secret.code.filter(Boolean))}</${Held}>`}
    ${secret.pile.length > 0 && html`<${Held} label=${say("web-codecards-look-pile", { column, n: secret.pile.length })}>
      ${cards(secret.pile)}</${Held}>`}`;
}

/** What may be done now with a button alone. */
function Acts({ state: { view }, you, send, open }) {
  const line = (act) => () => send("/api/do", { do: act });
  const may = (act) => you.may.includes(act);
  const button = (act, code, press = line(act)) => may(act) && html`<button type="button" key=${act} onClick=${press}>
    ${say(code, { n: view.column })}</button>`;
  return html`<div class="cc-acts">
    ${you.secret && !view.over && html`<${Own} secret=${you.secret} column=${view.column} />`}
    ${button("skip", "web-codecards-skip")}${button("done", "web-codecards-done")}
    ${button("break", "web-codecards-break", () => open("break"))}</div>`;
}

/** Breaking the code ends the game, so it is asked once more. */
function Break({ send, open }) {
  const yes = async () => {
    await send("/api/do", { do: "break" });
    open("");
  };
  return html`<${Dialog} title=${say("web-codecards-break-sure")} closeWord=${say("web-cancel")} close=${() => open("")}>
    <p>${say("web-codecards-break-means")}</p>
    <p><button type="button" class="main" onClick=${yes}>${say("web-codecards-break")}</button></p>
  </${Dialog}>`;
}

/** A card to hide, to play or to name. */
export function Pad({ state: { view }, you, send }) {
  const what = purpose({ view, you }).split(" ")[0];
  if (what === "hide") return html`<${Hide} code=${you.secret?.code ?? [null, null, null]} send=${send} />`;
  if (what === "look") return null;
  return html`<${OnTurn} view=${view} what=${what} send=${send} />`;
}

/** Three cards, from one's own left. */
function Hide({ code, send }) {
  const [chosen, choose] = useState("");
  const [wanted, want] = useState(0);
  const missing = code.findIndex((card) => !card) + 1;
  const place = wanted || missing || 1;
  const hide = async () => {
    const answer = await send("/api/do", { do: "hide", place, card: chosen });
    if (!answer.ok) return;
    choose("");
    want(0);
  };
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2>${say("web-codecards-hide")}</h2>
    <div class="cc-suits" role="group" aria-label=${say("web-codecards-places")}>${COLUMNS.map((at) => html`
      <button type="button" key=${at} aria-pressed=${place === at} onClick=${() => want(at)}>${at} ${code[at - 1] ? "✓" : "?"}
        <span class="unseen">${say(code[at - 1] ? "card-lies" : "card-waits")}</span></button>`)}</div>
    <${Choose} key=${place} card=${chosen} choose=${choose} />
    <p class="pair"><button type="button" class="main" disabled=${!chosen} onClick=${hide}>
      ${chosen ? say("web-codecards-hide-it", { card: called(chosen), n: place }) : say("web-codecards-choose")}</button></p>
  </section>`;
}

/** The card that is played on a column, or named for it. */
function OnTurn({ view, what, send }) {
  const [card, choose] = useState("");
  const first = !view.may.includes("skip") && !view.may.includes("break");
  const send_ = (line) => async () => {
    const answer = await send("/api/do", { ...line, card });
    if (answer.ok) choose("");
  };
  const open = (column) => (first ? column === view.column : column >= view.column);
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2 class="cc-known">${say(what === "name" ? "web-codecards-name-title" : "web-codecards-play-title", { n: view.column })}</h2>
    <${Choose} card=${card} choose=${choose} />
    <p class="cc-chosen" aria-live="polite">${card ? html`<${Small} card=${card} />` : say("web-codecards-choose")}</p>
    ${what === "name"
      ? html`<p class="pair"><button type="button" class="main" disabled=${!card} onClick=${send_({ do: "name" })}>
          ${say("web-codecards-name-it", { n: view.column })}</button></p>`
      : html`<p class="cc-suits">${COLUMNS.map((column) => html`
          <button type="button" key=${column} class="main" disabled=${!card || !open(column)} onClick=${send_({ do: "play", column })}>
            ${say("web-codecards-on", { n: column })}</button>`)}</p>`}
  </section>`;
}

export const seat = { Now, Acts, Pad, purpose, yours, sheets: { break: Break } };
