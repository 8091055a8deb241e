/** The choice of a value for a line, by its declared kind. */
import { Choice, Picks } from "../../parts/choosing.js";
import { Piece } from "../../parts/pieces.js";
import { html, useState } from "../../vendor/preact.js";
import { WordPad } from "../../parts/letters/wordpad.js";
import { keyboard, known, say } from "../../parts/words.js";
import { Drawing, called, valueName } from "./declared.js";

/** The most choices side by side; more are a drop-down list. */
const SIDE_BY_SIDE = 8;

/** Return the choices with their names; none if the value is typed. */
function options(spec, game, state) {
  const drawn = (one) => (game.drawings.includes(one) ? html`<${Drawing} game=${game} name=${one} /> ${valueName(game, one)}` : valueName(game, one));
  const each = (values, name = drawn) => values.map((one) => [one, name(one)]);
  switch (spec.kind) {
    case "zone": return each(state.zones.filter((one) => one.in_word && spec.choices.includes(one.zone)).map((one) => one.zone), String);
    case "seat": return state.players.filter((one) => !one.left).map((one) => [one.seat, one.name]);
    case "piece": return each(spec.choices, (kind) => html`<${Piece} kind=${kind} /> ${say(`kind-${kind}`)}`);
    case "letter": return each([...keyboard(state.language).letters].filter((one) => /\p{L}/u.test(one)));
    default: return each(spec.choices);
  }
}

/** Return the name of a key; zone, player and piece have standard names. */
function keyName(game, spec) {
  const code = `key-${game.name}-${spec.name}`;
  return known(code) || !known(`web-pick-${spec.kind}`) ? called(code, spec.name) : say(`web-pick-${spec.kind}`);
}

/** Return true if a word has a fixed length: that of the game. */
export const isSpelled = (spec, game) => spec.kind === "word" && game.lengths.length > 0;

/** Return true if a value can be sent. */
export function isWhole(spec, value, game, state) {
  if (isSpelled(spec, game) && value) return value.length === state.length;
  const empty = value === undefined || value === "" || (Array.isArray(value) && !value.length);
  return !(empty && spec.needed);
}

/**
 * The picker of a value.
 *
 * @param {object} given
 * @param {object} given.spec The declared key of a line.
 * @param {object} given.game The result of `useGame`.
 * @param {object} given.state The state document.
 * @param {any} given.value The chosen value; undefined for none.
 * @param {function} given.set Called with a new value, or a function of the last one.
 */
export function Picker({ spec, game, state, value, set, children }) {
  const title = keyName(game, spec), values = options(spec, game, state);
  if (isSpelled(spec, game)) return html`<${Spelled} ...${{ state, value, set, children }} />`;
  if (spec.kind === "flag") {
    return html`<label class="switch"><input type="checkbox" checked=${Boolean(value)}
      onChange=${(event) => set(event.currentTarget.checked || undefined)} /> <span>${title}</span></label>`;
  }
  if (spec.kind === "list") return html`<${Several} ...${{ title, spec, game, state, value, set }} />`;
  if (values.length) return html`<${Choice} name=${`key-${spec.name}`} side=${SIDE_BY_SIDE} ...${{ title, values, set }} now=${value} />`;
  const number = spec.kind === "number";
  const typed = ({ currentTarget: { value: now } }) => set(number && now ? Number(now) : now);
  return html`<label class="field">${title}<input type=${number ? "number" : "text"} value=${value ?? ""} maxlength="100" autocomplete="off" onInput=${typed} /></label>`;
}

/** A word of the game's length. */
function Spelled({ state, value = "", set, children }) {
  const [rows, setRows] = useState(false);
  const spell = (next) => set((now = "") => (typeof next === "function" ? next(now) : next));
  return html`<${WordPad} word=${value} ...${{ spell, rows, say }} length=${state.length} language=${state.language}
    label=${say("web-word-of", { n: state.length })} turn=${() => setRows(!rows)}>${children}</${WordPad}>`;
}

/** Several values, one after the other. */
function Several({ title, spec, game, state, value = [], set }) {
  const values = options(spec.item, game, state);
  const name = (one) => values.find(([other]) => other === one)?.[1] ?? one;
  if (!values.length) {
    const typed = (event) => set(event.currentTarget.value.split(/\s+/).filter(Boolean)
      .map((one) => (spec.item.kind === "number" ? Number(one) : one)));
    return html`<label class="field">${title}<input autocomplete="off" maxlength="100" onInput=${typed} /></label>`;
  }
  return html`<fieldset><legend>${title}</legend>
    <ol class="several" aria-live="polite">${value.map((one, at) => html`<li key=${at}>${name(one)}</li>`)}</ol>
    <div class="picks">${values.map(([one, word]) => html`<button type="button" key=${one} onClick=${() => set([...value, one])}>${word}</button>`)}
      <button type="button" disabled=${!value.length} onClick=${() => set(value.slice(0, -1))}>⌫<span class="unseen"> ${say("web-pick-back")}</span></button></div>
  </fieldset>`;
}

/** The choice among several lines. */
export const Which = ({ game, verbs, now, set, name }) => html`<${Picks} name="verb" title=${say("web-doing")} now=${now} set=${set}
  values=${verbs.map((verb) => [verb.do, name(game, verb)])} />`;
