/** Choosing what to play: the game, its words, and every rule that a table may settle. */
import { Symbol as Sign } from "./pieces.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { readJson } from "./read.js";
import { most, say } from "./words.js";

/** Choices from 1 on. */
export const upTo = (last) => Array.from({ length: last }, (_, at) => [at + 1, at + 1]);

/** More choices than this stand in a list that opens. */
const MOST_SIDE_BY_SIDE = 4;

/** Fetch the games that this board can play. */
export async function games() {
  const { ok, json } = await readJson(`/api/games?lang=${document.documentElement.lang}`);
  return ok ? json.games : [];
}

/** Fetch the packs of words, this board's own first, without their words; none for whoever may not look. */
export async function packs() {
  const { ok, json } = await readJson("/api/packs");
  return ok ? json.packs : [];
}

/** Return why so many cannot play a game; empty where they can. */
export function misfit(game, count) {
  const [least, most] = game.seats;
  if (count < least) return say("web-players-least", { n: least });
  return count > most ? say("web-players-most", { n: most }) : "";
}

/**
 * The form: as the last game was, unless something is changed.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {function} given.begin Told of what was chosen: `{game, rules, length, ...}`.
 * @param {string} [given.word] What stands on the button.
 * @param {string} [given.level] Which words are drawn, where somebody has said so.
 * @param {boolean} [given.open] Whether the rules of the house stand open.
 */
export function Choosing({ state, begin, word = say("web-begin-now"), level = null, open = false }) {
  const [offered, setOffered] = useState([]);
  const [name, setName] = useState(state.chosen);
  const [more, setMore] = useState({ length: state.length, rounds: state.rounds, board_makes: state.board_makes, pack: state.pack });
  const [rules, setRules] = useState({});
  const [known, setKnown] = useState([]);
  useEffect(() => void games().then(setOffered), []);
  useEffect(() => void packs().then(setKnown), []);
  const game = offered.find((one) => one.name === name) ?? offered[0];
  if (!game) return html`<p role="status">…</p>`;
  const alone = state.players.length < 2;
  const bots = state.players.some((one) => one.bot);
  const board = more.board_makes || alone || bots;
  const turned = { ...values(game, level), ...rules[game.name] };
  const why = misfit(game, state.players.length);
  const choose = (key) => (value) => setMore({ ...more, [key]: value });
  const turn = (key, value) => setRules({ ...rules, [game.name]: { ...turned, [key]: value } });
  const go = (event) => {
    event.preventDefault();
    begin(wishes(game, turned, { ...more, board_makes: board }));
  };
  return html`<form class="stack choosing-form" onSubmit=${go}>
    ${offered.length > 1 && html`<${Picks} name="game" title=${say("choose-game")} now=${game.name} set=${setName}
      values=${offered.map((one) => [one.name, one.title])} />`}
    <p class="small">${game.rule}</p>
    ${game.lengths.length > 1 && html`<${Picks} name="length" title=${say("choose-length")} now=${near(game, more.length)}
      set=${choose("length")} values=${game.lengths.map((one) => [one, one])} />`}
    ${game.maker && !alone && !bots && html`<${Picks} name="maker" title=${say("choose-maker")} now=${board} set=${choose("board_makes")}
      values=${[[true, say("maker-board")], [false, say("maker-person")]]} />`}
    ${game.maker && board && html`<${Picks} name="rounds" title=${say("choose-rounds")} now=${more.rounds} set=${choose("rounds")}
      values=${upTo(most("rounds"))} />`}
    ${game.knobs.length > 0 && html`<details class="knobs" open=${open}><summary>${say("web-rules-title")}</summary>
      <div>${game.knobs.map((knob) => html`<${knob.draws ? Words : Knob} key=${`${game.name} ${knob.name}`} knob=${knob} now=${turned[knob.name]}
        set=${(value) => turn(knob.name, value)} packs=${board ? known.filter((one) => one.language === state.language) : []}
        pack=${more.pack} choose=${choose("pack")} />`)}</div></details>`}
    ${why && html`<p class="why" role="alert">${why}</p>`}
    <button class="main" disabled=${Boolean(why)}>${word}</button>
  </form>`;
}

/** Which words the board draws: a level of its own, or one of the packs of its language. */
function Words({ knob, now, set, packs: here, pack, choose }) {
  const chosen = here.find((one) => one.key === pack);
  const all = here.map((one) => ({ value: one, text: say("web-pack-of", { name: one.name }) }));
  const take = (value) => {
    choose(value.key ?? "");
    if (value.key === undefined) set(value);
  };
  return html`<${Knob} knob=${{ ...knob, choices: [...knob.choices, ...all] }} now=${chosen ?? now} set=${take} />`;
}

/** How each rule of a game is settled now; but which words are drawn, where somebody has said so. */
const values = (game, level) => Object.fromEntries(game.knobs.map((knob) => [knob.name, (knob.draws && level) || knob.value]));

/** The rule that says which words the board draws, where a game has one. */
export const levels = (game) => game.knobs.filter((knob) => knob.draws);

/** The longest word that a game has, up to the one wished for. */
export const near = (game, length) => game.lengths.filter((one) => one <= length).at(-1) ?? game.lengths[0];

/** What is sent: nothing that the game does not ask for, and no rule that is as usual. */
export function wishes(game, turned, more) {
  const own = game.knobs.filter((knob) => turned[knob.name] !== knob.default);
  return {
    game: game.name,
    rules: Object.fromEntries(own.map((knob) => [knob.name, turned[knob.name]])),
    ...(game.lengths.length > 0 && { length: near(game, more.length) }),
    ...(game.maker && { board_makes: more.board_makes, rounds: more.rounds }),
    ...(more.board_makes && levels(game).length > 0 && more.pack !== undefined && { pack: more.pack }),
    ...(levels(game).some((knob) => turned[knob.name] === "day") && { day: today() }),
  };
}

/** The number of the day where this browser is, for a board without a clock. */
function today() {
  const now = new Date();
  return Math.round((Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) - Date.UTC(2026, 0, 1)) / 86_400_000);
}

/** One answer of a few, side by side. */
export function Picks({ name, title, values: given, now, set }) {
  return html`<fieldset><legend>${title}</legend><div class="picks">${given.map(([value, word]) => html`
    <label key=${value}><input type="radio" name=${name} checked=${value === now} onChange=${() => set(value)} />
      <span>${word}</span></label>`)}</div></fieldset>`;
}

/** A rule of the house: its sentence and its choices, the usual one marked. */
export function Knob({ knob, now, set }) {
  const called = (value, text) => (value === knob.default ? say("web-rule-default", { choice: text }) : text);
  const given = knob.choices.map(({ value, text }) => [value, called(value, text)]);
  if (knob.word) return html`<${FreeWord} knob=${knob} now=${now} set=${set} />`;
  return html`<${Choice} name=${["knob", knob.name].join("-")} title=${knob.text} values=${given} now=${now} set=${set} />`;
}

/** One answer of some: a few side by side, more in a list that opens. */
export function Choice({ name, title, values: given, now, set, side = MOST_SIDE_BY_SIDE }) {
  if (given.length <= side) return html`<${Picks} name=${name} title=${title} values=${given} now=${now} set=${set} />`;
  const all = now === undefined ? [[undefined, "–"], ...given] : given;
  const at = (event) => set(all[event.currentTarget.selectedIndex][0]);
  return html`<label class="field">${title}<select onChange=${at}>${all.map(([value, text]) => html`
    <option key=${value ?? ""} selected=${value === now}>${text}</option>`)}</select></label>`;
}

/** A rule that takes a word: one of those that are offered, or another. */
function FreeWord({ knob, now, set }) {
  const [least, most] = knob.word;
  const typed = (event) => set(event.currentTarget.value.toUpperCase().replace(/[^A-Z]/g, "").slice(0, most));
  return html`<label class="field">${knob.text}
    <input value=${now} list=${["words", knob.name].join("-")} minlength=${least} maxlength=${most} required autocomplete="off" spellcheck=${false} onInput=${typed} />
    <datalist id=${["words", knob.name].join("-")}>${knob.choices.map(({ value }) => html`<option key=${value} value=${value} />`)}</datalist></label>`;
}

/** So many sit at a table at most. */
const SEATS = 8;

/** How strong a bot is, in a word. */
export const strength = (how) => say(`bot-${how}`);

/**
 * Bots for whoever is missing: each comes at once, and goes as it came.
 *
 * @param {object} given
 * @param {object} given.state The state document: `bots` are the strengths that can come now.
 * @param {function} given.send Sends a path and its body to the board.
 */
export function Bots({ state, send }) {
  const here = state.players.filter((one) => one.bot && !one.left);
  const room = state.players.filter((one) => !one.left).length < SEATS;
  if (!state.bots.length && !here.length) return null;
  return html`<fieldset class="bots"><legend>${say("web-bots")}</legend>
    ${here.length > 0 && html`<ul class="rows">${here.map((one) => html`<li key=${one.seat}>
      <span class="who"><${Sign} name="bot" /> <b>${one.name}</b> <span class="small">${strength(one.bot)}</span></span>
      <button type="button" onClick=${() => send("/api/bot", { seat: one.seat })}>${say("web-bot-away", { name: one.name })}</button></li>`)}</ul>`}
    ${room && html`<div class="beside">${state.bots.map((how) => html`
      <button type="button" key=${how} onClick=${() => send("/api/bot", { strength: how })}><${Sign} name="bot" /> ${say("web-bot-add", { how: strength(how) })}</button>`)}</div>`}
  </fieldset>`;
}
