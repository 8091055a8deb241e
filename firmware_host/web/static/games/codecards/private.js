/** The private part of Code cards: the hand, the own code, a pile to look through, a card to name. */
import { Hand, useDrag } from "../../parts/hand.js";
import { lazy } from "../../parts/lazy.js";
import { seen } from "../../parts/live.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { PlayingCard, called } from "./faces.js";
import { COLUMNS, Table, asked } from "./table.js";

const Naming = lazy(() => import("./naming.js"), "Naming");

/** Return this player's task, or null on another player's turn. */
export function yours({ view, you }) {
  if (!view || view.over || view.waiting || view.turn !== you.seat || !you.may.length) return null;
  return say(`web-codecards-you-${asked(view)}`, { n: view.column });
}

/**
 * The private part, on a phone and on a shared screen.
 *
 * @param {object} given
 * @param {object} given.state The document of this seat.
 * @param {function} given.act Sends a line; resolves with the answer.
 * @param {function} given.done Called when this player's turn is over.
 * @param {object} [given.says] The page's own sentence; without it this part draws one.
 */
export function Private({ state, act, done = () => {}, says }) {
  const { view, you } = state, task = yours(state);
  const busy = useRef(null);
  const [asks, ask] = useState("");
  const mine = useRef(false);
  useEffect(() => {
    if (mine.current && view.turn !== you.seat) done();
    mine.current = view.turn === you.seat;
  }, [view.turn]);
  // A second line before the answer would be refused.
  const send = (line) => (busy.current ??= act(line).finally(() => (busy.current = null)));
  const part = { state, task, send, ask, head: says ?? html`<p class="cc-says" role="status">${task ?? state.line}</p>` };
  if (asks && asks === task) return html`<${Sure} ...${part} />`;
  return you.may.includes("name") ? html`<${Naming} key=${view.column} ...${part} />` : html`<${Playing} ...${part} />`;
}

/**
 * The table with the hand below. A card is played by a tap on it and on a column, by dragging, or
 * by keys.
 */
function Playing({ state, task, send, ask, head }) {
  const { view, you, players } = state, { hand = [], code = [], pile = [] } = you.secret ?? {};
  const here = `${view.turn}.${view.column}`; // a choice for another column is dropped
  const [chosen, choose] = useState({});
  const { picked = "", looks = false } = chosen.here === here ? chosen : {};
  const pick = (one) => choose({ here, picked: one }), look = (on) => choose({ here, looks: on });
  const may = (column) => task !== null && you.may.includes("play") && (view.first_turn ? column === view.column : column >= view.column && column <= COLUMNS.length);
  const put = (card, column, saw = seen()) => may(column) && send({ do: "play", column, card, seen: saw });
  const [drag, grab] = useDrag((one, over, saw) => put(one, Number(over), saw));
  const card = hand.includes(picked) ? picked : "", still = !COLUMNS.some(may);
  const key = (event) => /^[1-3]$/.test(event.key) && card && !event.repeat && put(card, Number(event.key));
  const button = (verb, code, press) => you.may.includes(verb) && task !== null && html`<button type="button" key=${verb} class=${verb === "done" ? "main" : ""} onClick=${press}>${say(code, { n: view.column })}</button>`;
  return html`<div class=${`cc-own ${looks ? "looking" : ""}`} onKeyDown=${key}>${head}
    <${Table} ...${{ view, players, seat: you.seat }} open=${card || drag ? may : undefined} choose=${(column) => put(card, column)} over=${drag?.over} />
    <div class="cc-tray wood raised">${looks ? html`<div class="cc-spread" role="group" aria-label=${say("web-codecards-pile", { n: view.column })}>${pile.map((one) => html`<span key=${one}><${PlayingCard} card=${one} /><span class="unseen">${called(one)} </span></span>`)}</div>`
        : html`<${Hand} still=${still} grab=${(at, tap) => grab(hand[at], tap)} label=${say("web-codecards-cards")} cards=${hand.map((one) => ({ name: called(one), face: html`<${PlayingCard} card=${one} />` }))}
          picked=${(at) => hand[at] === card} tap=${(at) => pick(hand[at] === card ? "" : hand[at])} />`}
      <div class="cc-code" role="group" aria-label=${say("web-codecards-own")}><b aria-hidden="true">${say("web-codecards-own")}</b><p>${code.map((one) => html`<span key=${one}><${PlayingCard} card=${one ?? ""} /><span class="unseen">${one && called(one)} </span></span>`)}</p></div>
      <p class="cc-doings">${task !== null && pile.length > 0 && html`<button type="button" onClick=${() => look(!looks)}>${say(looks ? "web-codecards-look-hand" : "web-codecards-look-pile", { n: view.column })}</button>`}
        ${!looks && html`${button("skip", "web-codecards-skip", () => send({ do: "skip" }))}${button("break", "web-codecards-break", () => ask(task))}${button("done", "web-codecards-done", () => send({ do: "done" }))}`}</p></div></div>`;
}

/** The question before breaking the code, because that ends the game. */
const Sure = ({ state: { view, you, players }, send, ask, head }) => html`<div class="cc-own">${head}<${Table} ...${{ view, players, seat: you.seat }} />
  <div class="cc-tray cc-sure wood raised" role="group" aria-labelledby="cc-sure"><h3 id="cc-sure">${say("web-codecards-break-sure")}</h3><p>${say("web-codecards-break-means")}</p>
    <p class="cc-doings"><button type="button" onClick=${() => ask("")}>${say("web-cancel")}</button>
      <button type="button" class="main" onClick=${() => send({ do: "break" })}>${say("web-codecards-break")}</button></p></div></div>`;
