/**
 * The desk of the player on turn in WQRDLES: keys with the known letters, or a query card; on the
 * virtual board and on phones.
 */
import { Animal } from "../../parts/animals.js";
import { WordPad } from "../../parts/letters/wordpad.js";
import { Coin } from "../../parts/tokens.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { lacking } from "./hard.js";
import { known } from "./known.js";
import { ROWS, Strip } from "./rack.js";

/** Return the owner of the word that a player seeks in a race; undefined with more players. */
export const soughtBy = ({ race, seats }, seat) => (race ? seats.find((one) => one !== seat) : undefined);

/** Return the word typed by the player on turn, and functions to change and send it. */
export function useTyping({ view, scene }, send) {
  const [word, spell] = useState("");
  const now = `${view.round} ${view.phase} ${view.turn} ${view.rows.length} ${Boolean(scene)}`;
  useEffect(() => spell(""), [now]);
  return { word, spell, send };
}

/**
 * The keys, the value of a hit, and the buttons that send. Enter sends, and never passes.
 *
 * @param {object} given
 * @param {object} given.state The document.
 * @param {object} given.typing The result of `useTyping`.
 * @param {number} [given.of] The owner of the word, if there is only one.
 * @param {function} [given.noted] Returns what a key shows of its letter, for a view and a seat.
 */
export function Keys({ state, typing: { word, spell, send }, of, noted = known }) {
  const { view, length, language, scene } = state;
  const [rows, setRows] = useState(!matchMedia("(max-width: 599px)").matches);
  const asks = view.phase === "query", whole = word.length === length;
  const lacks = asks ? lacking(view, word, view.turn) : "";
  const value = asks ? Math.max(1, ROWS - view.rows.filter(([by]) => !view.race || by === view.turn).length) : view.value;
  const give = () => send(asks ? { do: "query", word } : { do: "guess", word, of });
  return html`${of !== undefined && html`<${Strip} view=${view} owner=${of} />`}
    <div class=${`wq-desk ${scene ? "waits" : ""}`} inert=${Boolean(scene)}><p class="wq-worth"><${Coin} value=${value} /><span>${say("web-wqrdles-worth", { n: value })}</span></p>
    <${WordPad} ...${{ word, spell, rows, say, length, language }} signs=${false} noted=${of === undefined ? () => null : noted(view, of)} label=${say("web-word-of", { n: length })} turn=${() => setRows(!rows)}>
      <div class="wq-acts">${lacks && html`<p class="wq-lacks" role="status">${lacks}</p>`}<button type="button" class="main" disabled=${!whole || lacks} onClick=${give}>${say(asks ? "web-wqrdles-ask" : "web-wqrdles-try-word", { word: whole ? word : "…" })}</button>
        ${!asks && html`<button type="button" onClick=${() => send({ do: "pass" })}>${say("web-wqrdles-not-yet")}</button>`}</div>
    </${WordPad}></div>`;
}

/** The query card of the player on turn: a word is chosen, then sent; the card may be exchanged once. */
export function Card({ state: { view, players }, seat, typing: { word, spell, send } }) {
  const who = players.find((one) => one.seat === seat), number = view.hands.find(([of]) => of === seat)?.[1];
  return html`<section class=${`wq-card paper who-${who.animal || "board"}`} aria-label=${say("web-wqrdles-card", { name: who.name, n: number })}>
    <h2><${Animal} name=${who.animal || "board"} /><span>${say("web-wqrdles-your-card", { n: number })}</span></h2>
    <div class="wq-pick">${view.cards[seat].map((one) => html`<button type="button" key=${one} aria-pressed=${one === word} onClick=${() => spell(one)}>${one}</button>`)}</div>
    <button type="button" class="main" disabled=${!word} onClick=${() => send({ do: "query", word })}>${word ? say("web-wqrdles-ask", { word }) : say("web-wqrdles-tap-word")}</button>
    ${!view.swapped && html`<button type="button" onClick=${() => send({ do: "swap" })}>${say("web-wqrdles-swap")}</button>`}</section>`;
}
