/** Code cards on a phone: one's own code and hand, the next pile, a card to play or to name. */
import { Card } from "../../parts/cards.js";
import { Dialog } from "../../parts/dialog.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { COLUMNS, Choose, Held, Row, Small, asked, called, drawn, nameOf, other, pads } from "./table.js";

/** What a phone is for at this moment; a change of it forgets the card that was chosen. */
function purpose({ view, you }) {
  if (!view || view.over) return "look";
  if (view.waiting) return "hide";
  return view.turn === you.seat ? `${view.may.includes("name") ? "name" : "play"} ${view.column}` : "look";
}

/** Return what this player is asked to do; null for somebody else's turn. */
function yours({ view, you }) {
  if (view.over || view.waiting || view.turn !== you.seat) return null;
  return say(`web-codecards-you-${asked(view)}`, { n: view.column });
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

/** Cards to be dealt, a card to hide, to play or to name. */
export function Pad({ state: { view }, you, send }) {
  const what = purpose({ view, you }).split(" ")[0];
  const dealt = view?.cards === "dealt";
  if (what === "hide" && dealt) return html`<${Deal} send=${send} />`;
  if (what === "hide" && you.may.includes("hide")) return html`<${Hide} code=${you.secret?.code ?? [null, null, null]} send=${send} />`;
  if (what === "name") return html`<${Name} view=${view} send=${send} />`;
  if (dealt && you.secret && !view.over) return html`<${Hand} view=${view} hand=${you.secret.hand} mine=${what === "play"} send=${send} />`;
  if (what === "look") return null;
  return you.may.includes("play") ? html`<${Play} view=${view} send=${send} />` : html`<${AtBoard} view=${view} what=${what} />`;
}

/** Before the board deals. */
function Deal({ send }) {
  return html`<section class="right" aria-label=${say("web-doing")}>
    <p>${say("web-codecards-deal-how")}</p>
    <p class="pair"><button type="button" class="main" onClick=${() => send("/api/do", { do: "deal" })}>${say("web-codecards-deal")}</button></p>
  </section>`;
}

/** Real cards are tapped at the board: no page needs to know which. */
function AtBoard({ view, what }) {
  const next = what === "hide" ? [] : pads(view).slice(0, view.first_turn ? 1 : COLUMNS.length);
  return html`<section class="right" aria-label=${say("web-doing")}>
    <p>${what === "hide" ? say("web-codecards-tap-hide") : say("web-codecards-tap-play", { n: next.join(", ") })}</p></section>`;
}

/** The cards that the board has dealt: one is chosen, then its column. */
function Hand({ view, hand, mine, send }) {
  const [card, choose] = useState("");
  const chosen = hand.includes(card) ? card : "";
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2>${say("web-codecards-cards")}</h2>
    <div class="cc-hand" role="group" aria-label=${say("web-codecards-cards")}>${hand.map((one) => html`
      <button type="button" key=${one} class="cc-mine" disabled=${!mine} aria-label=${called(one)} aria-pressed=${chosen === one}
        onClick=${() => choose(one)}><${Card} ...${drawn(one)} /></button>`)}</div>
    ${mine && html`<${Columns} view=${view} card=${chosen} send=${send} />`}
  </section>`;
}

/** The columns that a card can be played on now. */
function Columns({ view, card, send }) {
  const open = (column) => (view.first_turn ? column === view.column : column >= view.column);
  const play = (column) => () => send("/api/do", { do: "play", column, card });
  return html`<p class="cc-suits">${COLUMNS.map((column) => html`
    <button type="button" key=${column} class="main" disabled=${!card || !open(column)} onClick=${play(column)}>
      ${say("web-codecards-on", { n: column })}</button>`)}</p>`;
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

/** A card of one's own that is named, in a game from before the board dealt. */
function Play({ view, send }) {
  const [card, choose] = useState("");
  const sent = async (path, line) => {
    const answer = await send(path, line);
    if (answer.ok) choose("");
  };
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2 class="cc-known">${say("web-codecards-play-title")}</h2>
    <${Choose} card=${card} choose=${choose} />
    <p class="cc-chosen" aria-live="polite">${card ? html`<${Small} card=${card} />` : say("web-codecards-choose")}</p>
    <${Columns} view=${view} card=${card} send=${sent} />
  </section>`;
}

/** The hidden card that is named for a column. */
function Name({ view, send }) {
  const [card, choose] = useState("");
  const name = async () => {
    const answer = await send("/api/do", { do: "name", card });
    if (answer.ok) choose("");
  };
  return html`<section class="right" aria-label=${say("web-doing")}>
    <h2 class="cc-known">${say("web-codecards-name-title", { n: view.column })}</h2>
    <${Choose} card=${card} choose=${choose} />
    <p class="cc-chosen" aria-live="polite">${card ? html`<${Small} card=${card} />` : say("web-codecards-choose")}</p>
    <p class="pair"><button type="button" class="main" disabled=${!card} onClick=${name}>${say("web-codecards-name-it", { n: view.column })}</button></p>
  </section>`;
}

export const seat = { Now, Acts, Pad, purpose, yours, sheets: { break: Break } };
