/** Code cards at the virtual board: the public table, and the tapping and naming of real cards. */
import { buttonOf, push } from "../../pages/board/buttons.js";
import { Zones } from "../../pages/board/zones.js";
import { Animal } from "../../parts/animals.js";
import { Card } from "../../parts/cards.js";
import { Dialog } from "../../parts/dialog.js";
import { lazy } from "../../parts/lazy.js";
import { actShowing } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Small, called } from "./faces.js";
import { Choose, Names, isCard } from "./naming.js";
import { Private } from "./private.js";
import { held } from "./scene.js";
import { Sure } from "./real.js";
import { COLUMNS, Table, asked, nameOf, other, pads, playerAt, standing, tagged } from "./table.js";

const Final = lazy(() => import("./final.js"), "Final");
export const Lesson = lazy(() => import("./lesson.js"), "CardsLesson");

/** The middle of the page: the codes and piles of a game that the board deals; else the zones. */
export function Middle(given) {
  const { state } = given, { view, players } = state;
  if (view?.cards !== "dealt") return html`<${Zones} ...${given} />`;
  if (view.waiting) return html`<${Before} ...${given} />`;
  const stage = state.final || (view.over && view.named[0].length) ? html`<${Final} state=${state} />`
    : view.phase === "naming" && !view.asks ? html`<section class="cc-final"><${Names} state=${state} /></section>` : html`<${Table} ...${{ view, players, seat: view.turn ?? 0 }} />`;
  return html`<div class="cc-middle">${stage}<${Standing} state=${state} /></div>`;
}

/** Before the deal: the two players, and one button. */
const Before = ({ state: { view, players }, setWhy }) => {
  const deal = () => actShowing(setWhy)("/api/do", { do: "deal" });
  return html`<section class="cc-final cc-begin"><p class="cc-versus">${players.filter((one) => !one.left).map((one) => html`<span key=${one.seat} class=${`who-${one.animal || "board"}`}><${Animal} name=${one.animal || "board"} />${one.name}</span>`)}</p>
    ${view.may.includes("deal") && html`<button type="button" class="main" onClick=${deal}>${say("web-codecards-deal")}</button>`}</section>`;
};

/** A button that describes the position for people who do not see it. */
function Standing({ state }) {
  const [told, tell] = useState("");
  return html`<p class="cc-standing"><button type="button" onClick=${() => tell((was) => `${standing(state)}${was.endsWith(" ") ? "" : " "}`)}>${say("web-codecards-standing")}</button><span class="unseen" role="status">${told}</span></p>`;
}

/** The card in hand, and a button for the deck, unless the board deals. */
function Tray({ state: { view, phase }, hand, open }) {
  if (view?.cards === "dealt") return null;
  const idle = phase !== "playing" || view?.may.includes("name");
  const card = hand.item?.card;
  return html`<div class="tray"><button type="button" class=${`heap cc-take ${card ? "mine" : ""}`} disabled=${idle} onClick=${() => open("cards")}>
    <span aria-hidden="true"><${Card} back /></span><span>${card ? say("web-codecards-in-hand") : say("web-codecards-take")}</span></button></div>`;
}

/** Every card of the deck; a chosen card is held hidden from the others. */
function Cards({ state, hand, close }) {
  const { view, zones } = state;
  const pad = view.waiting ? zones.find((face) => !face.card)?.zone : pads(view)[0];
  const [chosen, choose] = useState("");
  const take = (card) => {
    if (!isCard(card)) return choose(card);
    hand.pick({ card: tagged(card) });
    close();
    requestAnimationFrame(() => document.querySelector(`[data-zone="${pad}"] .pad`)?.focus());
  };
  return html`<${Dialog} title=${say("web-codecards-take")} closeWord=${say("web-close")} close=${close}>
    <${Choose} card=${chosen} choose=${take} /></${Dialog}>`;
}

/** The number of cards in a hand. */
export function Player({ one, state: { view } }) {
  const count = view.hands[one.seat];
  return count !== undefined && !view.over && html`<span class="unseen">${say("web-codecards-hand", { n: count })}.</span>
    <span class="cc-count" aria-hidden="true"><${Card} back /> ${count}</span>`;
}

/** The caption while answers are shown; with real cards the number of cards left. */
export function Supply({ state: { view, answering } }) {
  if (answering) return html`<p class="supply cc-answers"><b>${say("web-codecards-answers")}</b> <span>${say("web-codecards-penny-is")}</span></p>`;
  if (!view || view.waiting || view.over || view.cards === "dealt") return html`<p class="supply"></p>`;
  return html`<ul class="supply"><li><b>${view.deck}</b><span>${say("web-codecards-cards-left")}</span></li></ul>`;
}

/** The button to name a card, after the code was broken. */
function Doings({ state: { view, players }, open }) {
  if (!view?.may.includes("name") || view.cards === "dealt") return null;
  return html`<button type="button" class="main" onClick=${() => open("name")}>
    ${say("web-codecards-names", { name: nameOf(players, view.turn) })}</button>`;
}

/** Return a sentence about the last action: a card, the hits of a turn, a broken code, a name. */
export function news({ view, players, note, note_code: code, answering, final }) {
  if (answering || final) return " ";
  if (!view || view.waiting || view.over) return code === "commitment" ? "" : note;
  const { fresh, named, turn, column, tops, pennies, hands, broken_by: broken } = view;
  if (broken !== null) {
    const card = named[turn].at(-1) ?? named[other(turn)].at(-1);
    if (card) return say("told-codecards-name", { card: called(card) });
    return say(hands[broken] === 0 ? "web-codecards-forced" : "cards-names-first", { name: nameOf(players, broken) });
  }
  const who = fresh ?? turn, at = fresh === null ? column - 1 : COLUMNS.findLast((one) => tops[who][one - 1]);
  const card = at > 0 && tops[who][at - 1];
  const hits = COLUMNS.filter((one) => fresh !== null && pennies[fresh][one - 1]);
  return [card && say("told-codecards-play", { column: at, card: called(card) }),
    fresh !== null && (hits.length ? say("cards-hits", { columns: hits.join(", ") }) : say("cards-no-hits"))].filter(Boolean).join(" ");
}

/** Return whose turn it is and the task; during a scene its caption. */
export function headline({ view, players, answering, final }) {
  if (final) return { what: say("web-codecards-turned") };
  if (view?.cards !== "dealt" || view.over) return null;
  if (view.waiting) return { what: say("web-codecards-deal-board") };
  if (answering) return { sitter: playerAt(players, answering.seat), what: say(`web-codecards-answer-${answering.what}`, { n: answering.column }) };
  return view.turn === null ? null : { sitter: playerAt(players, view.turn), what: say(`web-codecards-you-${asked(view)}`, { n: view.column }) };
}

/** Return the present actions of the board's buttons. */
function buttons({ view, players }) {
  if (!view || view.over || view.cards === "dealt" || view.may.includes("name")) return [];
  const breaks = view.may.includes("break") && players.find((one) => one.seat === view.turn);
  const lines = [["skip", "cross", "web-codecards-skip"], ["done", "tick", "web-codecards-done"]].filter(([verb]) => view.may.includes(verb));
  return [...lines.map(([, name, code]) => ({ name, does: say(code, { n: view.column }) })), ...breaks ? [{ name: buttonOf(breaks), does: say("web-codecards-break"), asks: "break" }] : []];
}

/** The question before breaking the code; the button of the player who was asked is pressed only then. */
function Break({ state: { view, players }, close }) {
  const [asked] = useState(() => players.find((one) => one.seat === view.turn));
  return html`<${Sure} yes=${() => close(push(buttonOf(asked)))} close=${close} />`;
}

/** The dialog to name the next hidden card. */
function Name({ state: { view, players }, close, setWhy }) {
  const [card, choose] = useState("");
  const name = () => actShowing(setWhy)("/api/do", { do: "name", card }).then(close);
  const title = say("web-codecards-name-title", { n: view.column });
  return html`<${Dialog} title=${`${nameOf(players, view.turn)}: ${title}`} closeWord=${say("web-cancel")} close=${close}>
    <${Choose} card=${card} choose=${choose} />
    <p class="cc-chosen" aria-live="polite">${isCard(card) ? html`<${Small} card=${card} />` : say("web-codecards-choose")}</p>
    <p><button type="button" class="main" disabled=${!isCard(card)} onClick=${name}>${say("web-codecards-name-it", { n: view.column })}</button></p>
  </${Dialog}>`;
}

/** A top card; an empty pad shows the back of its hidden card. */
function Lies({ face: { card } }) {
  return card && html`<${Card} ...${card} />`;
}

export { Private, held };

export const board = { Middle, Tray, Player, Supply, Doings, buttons, news, headline, held, where: () => "", Lies, private: Private, pick: "web-codecards-pick", inHand: "web-codecards-held", sheets: { cards: Cards, name: Name, break: Break, lesson: Lesson } };
