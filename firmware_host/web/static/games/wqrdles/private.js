/**
 * The private part of WQRDLES: hiding a word, marking by hand, trying a word; on a phone, and on a
 * shared screen.
 */
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Letter, foundWord, nameOf } from "./grid.js";
import { Hide, Keys, Tiles, seen } from "./hide.js";
import { known } from "./known.js";
import { Rack, Strip, Tab } from "./rack.js";

/**
 * The private part.
 *
 * @param {object} given
 * @param {object} given.state The document of a seat.
 * @param {function} given.act Sends a line, and returns its answer.
 * @param {function} [given.done] Called when this player has finished the task.
 * @param {function} [given.noted] Returns what a key shows of its letter, for the owner of a word.
 * @param {boolean} [given.flips] True while the newest row turns over.
 * @param {boolean} [given.dots] True to show only the newest letter of a typed word, against curious neighbours.
 */
export function Private(given) {
  const { state: { view, you, length } } = given;
  if (you.may.includes("secret")) return html`<${Hide} ...${given} />`;
  if (you.may.includes("decode")) return html`<${Decode} ...${given} />`;
  if (you.may.includes("guess") && !view.race) return html`<${Try} ...${given} />`;
  return html`<div class="wq-private"><h2>${say(you.secret?.word ? "web-wqrdles-own" : "web-wqrdles-not-hidden")}</h2>
    ${you.secret?.word && html`<${Tiles} word=${you.secret.word} length=${length} />`}</div>`;
}

/** The next mark of a letter when it is pressed. */
const NEXT = { "-": "y", y: "g", g: "-" };

/** The marks of the query for the player's own word, by hand. */
function Decode({ state: { view, you, length }, act, done = () => {} }) {
  const [marks, set] = useState("-".repeat(length));
  const give = async () => {
    if ((await act({ do: "decode", marks })).ok) done();
  };
  return html`<div class="wq-private"><h2>${say("web-wqrdles-turn-tiles", { word: view.query })}</h2>
    <p class="wq-turns">${[...view.query].map((letter, at) => html`<button type="button" key=${at} onClick=${() => set(marks.slice(0, at) + NEXT[marks[at]] + marks.slice(at + 1))}><${Letter} letter=${letter} sign=${marks[at]} /></button>`)}</p>
    <h3>${say("web-wqrdles-own")}</h3><${Tiles} word=${you.secret.word} length=${length} />
    <p class="wq-acts"><button type="button" class="main" onClick=${give}>${say("web-wqrdles-decode")}</button></p></div>`;
}

/** An attempt at another player's word, or none in this row. Enter sends, and never passes. */
function Try({ state, act, done = () => {}, noted, flips, dots }) {
  const { view, you, players, length } = state;
  const [word, spell] = useState("");
  const [wanted, look] = useState(null);
  const others = view.seats.filter((seat) => seat !== you.seat && !foundWord(view, seat)).sort((a, b) => a - b);
  const of = others.includes(wanted) ? wanted : others[0];
  const give = (line) => async () => {
    if (!(await act(line)).ok) return;
    spell("");
    done();
  };
  return html`<div class="wq-private wq-try">
    <div class="wq-about">${others.length > 1 && html`<div class="wq-tabs" role="group" aria-label=${say("web-wqrdles-whose")}>${others.map((one) => html`<${Tab} key=${one} ...${{ state, seat: one }} pressed=${one === of} press=${() => look(one)} />`)}</div>`}
      <${Rack} state=${state} owner=${of} flips=${flips} typed=${{ word: seen(word, dots), on: "secret" }}><${Strip} view=${view} owner=${of} short /></${Rack}></div>
    <${Keys} ...${{ state, word, spell }} noted=${(noted ?? known)(view, of)}>
      <button type="button" class="main" disabled=${word.length < length} onClick=${give({ do: "guess", of, word })}>${word.length === length && !dots ? say("web-wqrdles-try-word", { word }) : say("web-wqrdles-try", { name: nameOf(players, of) })}</button>
      <button type="button" onClick=${give({ do: "pass" })}>${say("web-wqrdles-not-yet")}</button></${Keys}></div>`;
}
