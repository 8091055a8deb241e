/** Code cards on a phone: one's own hand and code, a card to lay on a pile, a card to name. */
import { Hand, useDrag, useTurned } from "../../pages/seat/hand.js";
import { Says } from "../../pages/seat/head.js";
import { Card } from "../../parts/cards.js";
import { useHeld } from "../../parts/held.js";
import { Mark } from "../../parts/pieces.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { SeatRow } from "./rows.js";
import { Sure } from "./sure.js";
import { COLUMNS, Choose, Held, asked, called, drawn, nameOf, other, pads } from "./table.js";

/** Return what this player is asked to do; null for somebody else's turn. */
function yours({ view, you }) {
  if (view.over || view.waiting || view.turn !== you.seat) return null;
  return say(`web-codecards-you-${asked(view)}`, { n: view.column });
}

/** How many cards are left to draw. */
const Head = ({ state: { view } }) => !view.waiting && !view.over && html`<span>${say("web-codecards-deck", { n: view.deck })}</span>`;

/** The whole page of a game. */
function Play(given) {
  const { state: { view }, you } = given;
  if (view.waiting) return html`<${Before} ...${given} />`;
  if (you.may.includes("name")) return html`<${Name} ...${given} />`;
  return you.secret && view.cards === "dealt" ? html`<${Holding} ...${given} />` : html`<${AtBoard} ...${given} />`;
}

/** The other's row by one's own columns; then one's own, as the other plays on it. */
function Rows({ state: { view, players }, you, code, ...more }) {
  const them = other(you.seat);
  return html`<div class="cc-rows"><${SeatRow} ...${more} view=${view} owner=${them} by="column" title=${say("web-codecards-of", { name: nameOf(players, them) })} />
    <${SeatRow} view=${view} owner=${you.seat} by="place" title=${say("web-codecards-own")} code=${code} /></div>`;
}

/** Once all cards are open. */
const Now = (given) => html`<${Rows} ...${given} />`;

/** Until the board has dealt, or the hidden cards are tapped. */
function Before({ state, you, send }) {
  const dealt = state.view.cards === "dealt", deals = you.may.includes("deal");
  return html`<div class="play look"><div class="above"><${Says} state=${state} task=${deals ? say("web-codecards-deal-who") : null} />
      <p class="facts"><span>${say(dealt ? "web-codecards-deal-how" : "web-codecards-tap-hide")}</span>
        <span>${say("web-codecards-aim", { name: nameOf(state.players, other(you.seat)) })}</span> <span>${say("web-codecards-hit-is")}</span></p></div>
    <div class="below">${!dealt && html`<${Rows} state=${state} you=${you} />`}
      ${deals && html`<p class="two"><button type="button" class="main" onClick=${() => send("/api/do", { do: "deal" })}>${say("web-codecards-deal")}</button></p>`}</div></div>`;
}

/** Lines that a button alone sends; breaking the code is asked once more. */
function Lines({ state: { view }, you, send, open }) {
  const button = (act, code, press = () => send("/api/do", { do: act })) => you.may.includes(act)
    && html`<button type="button" key=${act} onClick=${press}>${say(code, { n: view.column })}</button>`;
  return html`${button("break", "web-codecards-break", () => open("break"))}${button("skip", "web-codecards-skip")}${button("done", "web-codecards-done")}`;
}

/** Cards that the board has dealt: one is picked up, laid where it is to go, and given by the one large button. */
function Holding(given) {
  const { state, you, send, task } = given;
  const { view } = state, { hand, code, pile } = you.secret, mine = task !== null;
  const [picked, pick] = useState("");
  const [wanted, want] = useState(0);
  const [down, Over] = useTurned();
  const [looks, looking] = useHeld();
  useEffect(() => pick(""), [view.turn, view.column]);
  const open = (column) => mine && (view.first_turn ? column === view.column : column >= view.column);
  const put = (at, column) => {
    pick(hand[at]);
    want(column);
  };
  const [drag, grab] = useDrag((at, over) => (open(Number(over)) ? put(at, Number(over)) : pick("")));
  const card = mine && hand.includes(picked) ? picked : "", column = open(wanted) ? wanted : view.column;
  const lay = () => send("/api/do", { do: "play", column, card });
  return html`<div class="play cards"><div class="above"><${Says} state=${state} task=${task} small
        news=${card && say(COLUMNS.filter(open).length > 1 ? "web-codecards-lies" : "web-codecards-lies-one", { card: called(card), n: column })} />
      <${Rows} ...${{ state, you, open: card || drag ? open : undefined, choose: want }} over=${drag?.over} ghost=${card ? { card, column } : {}} code=${looks ? code : null} /></div>
    <div class="below"><div class="looks"><button type="button" ...${looking}>${say("web-codecards-look-own")}</button>
        ${pile.length > 0 && html`<${Pile} view=${view} pile=${pile} />`}${Over}</div>
      <${Hand} ...${{ down, grab }} still=${!mine} label=${say("web-codecards-cards")} cards=${hand.map((one) => ({ name: called(one), face: html`<${Card} ...${drawn(one)} />` }))}
        away=${(at) => hand[at] === card} tap=${(at) => (hand[at] === card ? pick("") : put(at, view.column))} />
      <p class="two">${card ? html`<button type="button" onClick=${() => pick("")}>${say("web-codecards-back")}</button>
          <button type="button" class="main" onClick=${lay}>${say("web-codecards-on", { n: column })}</button>` : html`<${Lines} ...${given} />`}</p>
    </div></div>`;
}

/** The pile before the next hidden card, while it may be looked through. */
const Pile = ({ view, pile }) => html`<${Held} label=${say("web-codecards-look-pile", { column: view.column, n: pile.length })}>
  <p class="cc-cards">${pile.map((card) => html`<${Card} ...${drawn(card)} />`)}</p></${Held}>`;

/** Real cards are tapped at the board: no page needs to know which. */
function AtBoard(given) {
  const { state, you, task } = given, { view } = state, [looks, looking] = useHeld();
  const next = pads(view).slice(0, view.first_turn ? 1 : COLUMNS.length);
  const code = you.secret?.code.every(Boolean) ? you.secret.code : null;
  return html`<div class="play cards"><div class="above"><${Says} state=${state} task=${task} />
      <${Rows} ...${{ state, you }} code=${looks ? code : null} /></div>
    <div class="below">${task !== null && html`<p class="facts">${say("web-codecards-tap-play", { n: next.join(", ") })}</p>`}
      ${code && html`<div class="looks"><button type="button" ...${looking}>${say("web-codecards-look-own")}</button>
        ${you.secret.pile.length > 0 && html`<${Pile} view=${view} pile=${you.secret.pile} />`}</div>`}
      <p class="two"><${Lines} ...${given} /></p></div></div>`;
}

/** The hidden card that is named for a column: suit, rank, and it lies there until it is given. */
function Name({ state, you, send, task }) {
  const { view, players } = state, them = other(you.seat);
  const [card, choose] = useState("");
  useEffect(() => choose(""), [view.column]);
  const name = () => send("/api/do", { do: "name", card });
  return html`<div class="play cards"><div class="above"><${Says} state=${state} task=${task} small />
      <div class="cc-rows"><${SeatRow} view=${view} owner=${them} by="column" title=${say("web-codecards-of", { name: nameOf(players, them) })} ghost=${card ? { card, column: view.column, hides: true } : {}} /></div></div>
    <div class="below">${you.secret?.pile.length > 0 && html`<div class="looks"><${Pile} view=${view} pile=${you.secret.pile} /></div>`}
      <${Choose} key=${view.column} card=${card} choose=${choose} />
      <p class="two"><button type="button" class="main" disabled=${!card} onClick=${name}>${say(card ? "web-codecards-name-it" : "web-codecards-choose", { n: view.column })}</button></p>
    </div></div>`;
}

/** The question before the code is broken. */
function Break({ send, open }) {
  const yes = async () => {
    await send("/api/do", { do: "break" });
    open("");
  };
  return html`<${Sure} yes=${yes} close=${() => open("")} />`;
}

/** A turn is answered for all its columns at once: one hit is enough to be glad. */
const beat = (one, { view, you }) => (one.seat === you.seat && ["yes", "no"].includes(one.what) ? { ...one, own: true, what: view.pennies[you.seat].some(Boolean) ? "yes" : "no" } : one);

/** What each column of this player's turn has brought. */
function Beat({ state: { view, you } }) {
  const hits = view.pennies[you.seat], lie = hits.filter((_, at) => view.tops[you.seat][at]);
  return html`<p class="huge cc-hits">${lie.map((hit, at) => html`<${Mark} key=${at} name=${hit ? "tick" : "cross"} />`)}</p>
    <p class="large">${say("web-codecards-hits", { n: hits.filter(Boolean).length })}</p><p>${say("web-codecards-hit-is")}</p>`;
}

export const seat = { Play, Head, Now, Beat, beat, yours, sheets: { break: Break } };
