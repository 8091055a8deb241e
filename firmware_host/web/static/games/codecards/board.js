/** Code cards at the virtual board: a card to take into the hand, and cards to name. */
import { buttonOf, ownButtons, push } from "../../pages/board/buttons.js";
import { Card } from "../../parts/cards.js";
import { Dialog } from "../../parts/dialog.js";
import { act } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Sure } from "./sure.js";
import { COLUMNS, Choose, Small, called, nameOf, other, pads, tagged } from "./table.js";

/** The card that is in the hand; the whole deck is behind it, unless the board deals. */
function Tray({ state: { view, phase }, hand, open }) {
  if (view?.cards === "dealt") return null;
  const idle = phase !== "playing" || view?.may.includes("name");
  const card = hand.item?.card;
  return html`<div class="tray"><button type="button" class=${`heap cc-take ${card ? "mine" : ""}`} disabled=${idle} onClick=${() => open("cards")}>
    <span aria-hidden="true"><${Card} back /></span><span>${card ? say("web-codecards-in-hand") : say("web-codecards-take")}</span></button></div>`;
}

/** Every card of the deck; whoever takes one holds it where nobody else sees it. */
function Cards({ state, hand, close }) {
  const { view, zones } = state;
  const pad = view.waiting ? zones.find((face) => !face.card)?.zone : pads(view)[0];
  const take = (card) => {
    hand.pick({ card: tagged(card) });
    close();
    requestAnimationFrame(() => document.querySelector(`[data-zone="${pad}"] .pad`)?.focus());
  };
  return html`<${Dialog} title=${say("web-codecards-take")} closeWord=${say("web-close")} close=${close}>
    <${Choose} card="" choose=${take} /></${Dialog}>`;
}

/** How many cards are in a hand. */
function Player({ one, state: { view } }) {
  const count = view.hands[one.seat];
  return count !== undefined && !view.over && html`<span class="unseen">${say("web-codecards-hand", { n: count })}.</span>
    <span class="cc-count" aria-hidden="true"><${Card} back /> ${count}</span>`;
}

/** The deck, as far as it is there. */
function Supply({ state: { view } }) {
  if (!view || view.waiting || view.over) return html`<p class="supply"></p>`;
  return html`<ul class="supply"><li><b>${view.deck}</b><span>${say("web-codecards-cards-left")}</span></li></ul>`;
}

/** A card to name, once the code is broken. */
function Doings({ state: { view, players }, open }) {
  if (!view?.may.includes("name")) return null;
  return html`<button type="button" class="main" onClick=${() => open("name")}>
    ${say("web-codecards-names", { name: nameOf(players, view.turn) })}</button>`;
}

/** What was done last, and what came of it: a card that lies, the hits of a turn, a code that is broken, a name. */
function news({ view, players, note, note_code: code }) {
  if (!view || view.waiting || view.over) return code === "commitment" ? "" : note;
  const { fresh, named, turn, column, tops, pennies, broken_by: broken } = view;
  if (broken !== null) {
    const card = named[turn].at(-1) ?? named[other(turn)].at(-1);
    return card ? say("told-codecards-name", { card: called(card) }) : say("cards-names-first", { name: nameOf(players, broken) });
  }
  const who = fresh ?? turn, at = fresh === null ? column - 1 : COLUMNS.findLast((one) => tops[who][one - 1]);
  const card = at > 0 && tops[who][at - 1];
  const hits = COLUMNS.filter((one) => fresh !== null && pennies[fresh][one - 1]);
  return [card && say("told-codecards-play", { column: at, card: called(card) }),
    fresh !== null && (hits.length ? say("cards-hits", { columns: hits.join(", ") }) : say("cards-no-hits"))].filter(Boolean).join(" ");
}

/** What the board's buttons do now. */
function buttons({ view, players }) {
  if (!view || view.over || view.may.includes("name")) return [];
  const own = view.hands.length ? ownButtons(players.filter((one) => !one.left), (name) => say("web-lid-cards", { name }), { lid: true }) : [];
  const breaks = view.may.includes("break") && players.find((one) => one.seat === view.turn);
  return [
    ...view.may.includes("deal") ? [{ name: "tick", does: say("web-codecards-deal") }] : [],
    ...view.may.includes("skip") ? [{ name: "cross", does: say("web-codecards-skip", { n: view.column }) }] : [],
    ...view.may.includes("done") ? [{ name: "tick", does: say("web-codecards-done") }] : [],
    ...view.cards === "dealt" ? own : breaks ? [{ name: buttonOf(breaks), does: say("web-codecards-break"), asks: "break" }] : [],
  ];
}

/** The question before the code is broken: only then the button goes down of whoever was asked. */
function Break({ state: { view, players }, close }) {
  const [asked] = useState(() => players.find((one) => one.seat === view.turn));
  const yes = () => {
    push(buttonOf(asked));
    close();
  };
  return html`<${Sure} yes=${yes} close=${close} />`;
}

/** The name of the hidden card that comes next. */
function Name({ state: { view, players }, close, setWhy }) {
  const [card, choose] = useState("");
  const name = async () => {
    const answer = await act("/api/do", { do: "name", card });
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    close();
  };
  const title = say("web-codecards-name-title", { n: view.column });
  return html`<${Dialog} title=${`${nameOf(players, view.turn)}: ${title}`} closeWord=${say("web-cancel")} close=${close}>
    <${Choose} card=${card} choose=${choose} />
    <p class="cc-chosen" aria-live="polite">${card ? html`<${Small} card=${card} />` : say("web-codecards-choose")}</p>
    <p><button type="button" class="main" disabled=${!card} onClick=${name}>${say("web-codecards-name-it", { n: view.column })}</button></p>
  </${Dialog}>`;
}

/** A top card as it lies; the pad of a hidden card alone shows its back. */
function Lies({ face: { card } }) {
  if (!card) return null;
  return html`<${Card} ...${card} />`;
}

export const board = { Tray, Player, Supply, Doings, buttons, news, where: () => "", Lies, pick: "web-codecards-pick", held: "web-codecards-held", sheets: { cards: Cards, name: Name, break: Break } };
