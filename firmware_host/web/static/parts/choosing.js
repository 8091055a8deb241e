/** The choice of a game, its words and its house rules. */
import { today } from "./days.js";
import { Symbol as Sign } from "./pieces.js";
import { html, useEffect, useState } from "../vendor/preact.js";
import { readJson } from "./read.js";
import { most, say } from "./words.js";

/** Return choices from 1 to `last`. */
export const upTo = (last) => Array.from({ length: last }, (_, at) => [at + 1, at + 1]);

/** More choices than this are shown in a drop-down list. */
const MOST_SIDE_BY_SIDE = 4;

/** Fetch the games that this board can play. */
export async function games() {
  const { ok, json } = await readJson(`/api/games?lang=${document.documentElement.lang}`);
  return ok ? json.games : [];
}

/**
 * Fetch the packs of words without their words, the board's own first; none if the caller may not
 * read them.
 */
export async function packs() {
  const { ok, json } = await readJson("/api/packs");
  return ok ? json.packs : [];
}

/** Return why this number of players cannot play a game; "" if they can. */
export function misfit(game, count) {
  const [least, most] = game.seats;
  if (count < least) return say("web-players-least", { n: least });
  return count > most ? say("web-players-most", { n: most }) : "";
}

/**
 * The form, filled in as for the last game.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {function} given.begin Called with the choice: `{game, rules, length, ...}`.
 * @param {string} [given.word] The label of the button.
 * @param {string} [given.level] The level of words, if it was chosen before.
 * @param {boolean} [given.open] True to show the house rules at once.
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

/** The choice of the words: a level of the game, or a pack of its language. */
function Words({ knob, now, set, packs: here, pack, choose }) {
  const chosen = here.find((one) => one.key === pack);
  const all = here.map((one) => ({ value: one, text: say("web-pack-of", { name: one.name }) }));
  const take = (value) => {
    choose(value.key ?? "");
    if (value.key === undefined) set(value);
  };
  return html`<${Knob} knob=${{ ...knob, choices: [...knob.choices, ...all] }} now=${chosen ?? now} set=${take} />`;
}

/** Return the present value of each rule, but `level` for the words if one was chosen. */
const values = (game, level) => Object.fromEntries(game.knobs.map((knob) => [knob.name, (knob.draws && level) || knob.value]));

/** Return the value of each rule for a new game; the word of the day is not kept as a setting. */
export const usual = (game) => Object.fromEntries(game.knobs.map((knob) => [knob.name, knob.draws && knob.value === "day" ? knob.default : knob.value]));

/** Return the rules that select the words, if the game has one. */
export const levels = (game) => game.knobs.filter((knob) => knob.draws);

/** Return the longest length that the game has, up to `length`. */
export const near = (game, length) => game.lengths.filter((one) => one <= length).at(-1) ?? game.lengths[0];

/** Return the body to send: only what the game asks for, and only rules that differ from the default. */
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

/** A choice of a few values, side by side. */
export function Picks({ name, title, values: given, now, set }) {
  return html`<fieldset><legend>${title}</legend><div class="picks">${given.map(([value, word]) => html`
    <label key=${value}><input type="radio" name=${name} checked=${value === now} onChange=${() => set(value)} />
      <span>${word}</span></label>`)}</div></fieldset>`;
}

/** A house rule: its sentence and its choices, with the default marked. */
export function Knob({ knob, now, set }) {
  const called = (value, text) => (value === knob.default ? say("web-rule-default", { choice: text }) : text);
  const given = knob.choices.map(({ value, text }) => [value, called(value, text)]);
  if (knob.word) return html`<${FreeWord} knob=${knob} now=${now} set=${set} />`;
  return html`<${Choice} name=${["knob", knob.name].join("-")} title=${knob.text} values=${given} now=${now} set=${set} />`;
}

/** A choice of values: few side by side, more in a drop-down list. */
export function Choice({ name, title, values: given, now, set, side = MOST_SIDE_BY_SIDE }) {
  if (given.length <= side) return html`<${Picks} name=${name} title=${title} values=${given} now=${now} set=${set} />`;
  const all = now === undefined ? [[undefined, "–"], ...given] : given;
  const at = (event) => set(all[event.currentTarget.selectedIndex][0]);
  return html`<label class="field">${title}<select onChange=${at}>${all.map(([value, text]) => html`
    <option key=${value ?? ""} selected=${value === now}>${text}</option>`)}</select></label>`;
}

/** A rule with a word as its value: a suggested one, or another. */
function FreeWord({ knob, now, set }) {
  const [least, most] = knob.word;
  const typed = (event) => set(event.currentTarget.value.toUpperCase().replace(/[^A-Z]/g, "").slice(0, most));
  return html`<label class="field">${knob.text}
    <input value=${now} list=${["words", knob.name].join("-")} minlength=${least} maxlength=${most} required autocomplete="off" spellcheck=${false} onInput=${typed} />
    <datalist id=${["words", knob.name].join("-")}>${knob.choices.map(({ value }) => html`<option key=${value} value=${value} />`)}</datalist></label>`;
}

/** The most seats at a table. */
const SEATS = 8;

/** Return the name of a bot's strength. */
export const strength = (how) => say(`bot-${how}`);

/**
 * Bots for missing players: each joins at once, and can be removed.
 *
 * @param {object} given
 * @param {object} given.state The state document; `bots` are the strengths that can join now.
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
