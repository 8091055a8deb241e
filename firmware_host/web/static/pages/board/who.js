/** The choice of players and game: animals on a bench, a game, and the button to begin. */
import { DayButton } from "./day.js";
import { Ladder, botsOf, rungOf } from "./ladder.js";
import { Languages } from "./languages.js";
import { Animal, ANIMALS } from "../../parts/animals.js";
import { games, levels, misfit, near, strength, usual, wishes } from "../../parts/choosing.js";
import { Letter } from "../../parts/letters/letters.js";
import { actShowing } from "../../parts/live.js";
import { Mark, Symbol as Sign } from "../../parts/pieces.js";
import { readJson } from "../../parts/read.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { known, most, say } from "../../parts/words.js";

/** The numbers of rounds on offer. */
const ROUNDS = [1, 3, 5];

/** The default number of letters and rounds. */
const LETTERS = 4, USUAL_ROUNDS = 3;

/** The number of players who can make words for each other. */
const FEWEST_MAKERS = 2, MOST_MAKERS = 4;

/** The value for the chosen pack of words. */
const PACK = "";

/** Return the name of an animal in the language of the page. */
const called = (animal) => say(`animal-${animal}`);

/** The name to send for a player without one: the board then uses the animal in each language. */
const BY_ANIMAL = "*";

/** Return the name to send; an empty name stands for the animal's. */
const sent = ({ name, animal }) => (["", called(animal)].includes(name.trim()) ? BY_ANIMAL : name.trim());

/** Return the name to show. */
const shown = ({ name, animal, bot }) => (bot ? say("bot-name", { animal: called(animal) }) : name.trim() || called(animal));

/** Return the players at the table, at least one. A name that is the animal's or the button's is empty. */
function seated(state) {
  const here = state.players.filter((one) => !one.left);
  if (!here.length) return [{ animal: ANIMALS[0], name: "" }];
  return here.map(({ seat, animal, name, symbol, bot }) => ({ seat, animal, bot, name: bot || name === called(animal) || (symbol && name === say(`player-${symbol}`)) ? "" : name }));
}

/** Return `count` animals that are not taken, from the end of the bench. */
const free = (seats, count) => [...ANIMALS].reverse().filter((animal) => !seats.some((one) => one.animal === animal)).slice(0, count);

/**
 * The choice when `Who` was drawn last; it outlives a game. After a game began, the table knows its
 * players.
 */
let draft = null, begun = false;

/**
 * @param {object} given
 * @param {function} given.close Called when a game has begun, or the choice was cancelled.
 * @param {function} given.more Opens all house rules, given the choice.
 * @param {function} given.close Called once a game has begun, or nobody wants one.
 * @param {function} given.more Opens all house rules, given what is chosen.
 */
export function Who({ state, letters, close, more }) {
  const language = document.documentElement.lang;
  const going = Boolean(state.view) && !state.view.over && !state.tutorial;
  const [offered, setOffered] = useState(null);
  const [collected, setCollected] = useState(); // null if it may not be read
  const [chosen, setChosen] = useState(() => chosenFrom(state));
  const [opened, open] = useState("");
  const [why, setWhy] = useState("");
  useEffect(() => void games().then(setOffered), [language]);
  useEffect(() => void (going ? null : readJson("/api/collection").then(({ ok, json }) => setCollected(ok ? json : null))), [going]);
  const set = (some) => { setWhy(""); setChosen((before) => ({ ...before, ...some })); };
  const game = offered?.find((one) => one.name === chosen.name) ?? offered?.[0];
  const table = tableOf({ state, going, chosen, game, beaten: collected?.beaten ?? {} });
  const { seats, people, solo, bots, board, forced } = table;
  useEffect(() => void (forced && !chosen.maker && set({ maker: true })), [forced]); // what is shown is what will be played
  if ((!offered || collected === undefined) && !going) return null; // wait for both, because a late part would move the buttons under a finger
  if (!going && !begun) draft = chosen;
  const ask = async (path, body) => (await actShowing(setWhy)(path, body)).ok;
  const everybody = [...people, ...bots];
  const who = (all) => ({ players: all.map(sent), animals: all.map((one) => one.animal), bots: all.map((one) => one.bot || "") });
  const press = async (animal) => {
    const at = seats.find((one) => one.animal === animal);
    if (!going) return set(at ? { seats: chosen.seats.filter((one) => one.animal !== animal), ...(solo && at.bot && { rung: -1 }) } : { seats: [...chosen.seats, { animal, name: "" }] });
    if (at) return seats.length > 1 && ask("/api/stand", { seat: at.seat });
    return await ask("/api/sit", { name: BY_ANIMAL }) && ask("/api/animal", { seat: state.players.length, animal });
  };
  const rename = (one, name) => (going ? ask("/api/name", { seat: one.seat, name: sent({ ...one, name }) })
    : set({ seats: chosen.seats.map((seat) => (seat.animal === one.animal ? { ...seat, name } : seat)) }));
  const hire = (bot) => (going ? ask("/api/bot", { strength: bot }) : set({ seats: [...chosen.seats, { animal: free(seats, 1)[0], bot, name: "" }] }));
  const what = game && wishes(game, { ...usual(game), ...(chosen.level && levels(game).length && { [levels(game)[0].name]: chosen.level }) },
    { length: chosen.length, rounds: chosen.rounds, board_makes: board, ...(chosen.level && { pack: "" }) });
  const leave = () => { begun = !going; close(); };
  const begin = async (event) => {
    event.preventDefault();
    if (going || (await ask("/api/begin", { ...who(everybody), ...what }))) leave();
  };
  const reason = why || (people.length ? !going && game && misfit(game, everybody.length) : say("web-who-nobody"));
  const given = { state, game, chosen, set, table, going, rename, hire, ask };
  return html`<form class=${`who ${opened || (going ? "names" : "")}`} onSubmit=${begin}>
    <div class="bar"><${Logo} letters=${letters} /><div class="corners"><${Languages} state=${state} />
      ${state.view && !going && html`<button type="button" class="skip" onClick=${close}>${say("web-close")}</button>`}</div></div>
    <h1>${say("web-who-plays")}</h1>
    <ul class="bench wood raised">${ANIMALS.map((animal) => html`<${Place} key=${animal} animal=${animal} seats=${seats} press=${press} stays=${going && (seats.some((one) => one.animal === animal) ? seats.length === 1 : !state.open)} />`)}</ul>
    <div class=${`mid ${solo && !opened && !going && game.bots.length ? "solo" : ""}`}>
      ${going || opened === "rest" ? html`<${Rest} ...${given} more=${() => more({ seats: everybody, name: game.name, people: who(everybody), length: chosen.length, rounds: chosen.rounds, maker: board, level: chosen.level })} />`
    : opened === "games" ? html`<${Games} offered=${offered} now=${game.name} pick=${(name) => { set({ name }); open(""); }} count=${people.length} />`
      : html`<${Card} game=${game} change=${offered.length > 1 && (() => open("games"))} />
        ${solo && game.bots.length > 0 && html`<${Ladder} game=${game} beaten=${collected?.beaten[game.name] ?? []} now=${table.rung} pick=${(rung) => set({ rung })} />`}`}
    </div>
    <p class="why" role="alert">${reason}</p>
    <div class="foot last">
      ${!going && html`<${DayButton} ...${{ state, offered, collected, setCollected, ask, close: leave }} who=${who(people)} off=${!people.length} />
      <button type="button" class="line" aria-expanded=${Boolean(opened)} onClick=${() => open(opened ? "" : "rest")}>${opened ? say("web-who-back") : lineOf({ state, game, chosen, board })} <${Chevron} /></button>`}
      <button type="submit" class="main" disabled=${Boolean(reason && !why)}>${say(going ? "web-keep-on" : "web-who-start")}</button></div>
  </form>`;
}

/** Return the initial choice: the last one on this page, else the board's. */
function chosenFrom(state) {
  if (draft && !begun) return draft;
  begun = false;
  const had = state.tutorial ? {} : state;
  const seats = seated(state), people = seats.filter((one) => !one.bot), bots = seats.filter((one) => one.bot);
  const first = { name: state.chosen, length: had.length || LETTERS, rounds: had.rounds || USUAL_ROUNDS, maker: state.board_makes || people.length < FEWEST_MAKERS, level: null };
  return { ...first, ...draft, seats: people.length > 1 ? seats : people.length ? people : [{ animal: ANIMALS[0], name: "" }], rung: people.length < 2 && bots.length ? rungOf(bots) : draft?.rung ?? null };
}

/** Return the players and bots of the choice, and whether the board makes the words. */
function tableOf({ state, going, chosen, game, beaten }) {
  const sitting = going ? seated(state) : chosen.seats;
  const people = sitting.filter((one) => !one.bot), solo = !going && people.length === 1;
  const { rung, strengths } = solo && game ? botsOf(game, chosen.rung, beaten[game.name] ?? []) : { rung: -1, strengths: [] };
  const animals = free(people, strengths.length);
  const bots = solo ? strengths.map((bot, at) => ({ animal: animals[at], bot, name: "" })) : sitting.filter((one) => one.bot);
  const forced = bots.length > 0 || people.length < FEWEST_MAKERS || people.length > MOST_MAKERS;
  return { seats: [...people, ...bots], people, solo, rung, bots, forced, board: forced || chosen.maker };
}

/** A place on the bench: an animal, whether it plays, and whether that stays so. */
function Place({ animal, seats, press, stays }) {
  const at = seats.findIndex((one) => one.animal === animal), one = seats[at];
  return html`<li class=${`who-${animal}`}><button type="button" class="place" aria-pressed=${at >= 0} disabled=${stays} onClick=${() => press(animal)}>
    <${Animal} name=${animal} /><b>${at >= 0 && (one.bot ? html`<${Sign} name="bot" />` : html`<${Mark} name="tick" />`)}${one?.bot ? html`<span class="unseen">${shown(one)}</span><span aria-hidden="true">${called(animal)}</span>` : html`<span>${one ? shown(one) : called(animal)}</span>`}</b>
    ${at >= 0 && seats.length > 1 && html`<i aria-hidden="true">${at + 1}</i>`}</button></li>`;
}

/** The title of the game, built of letter pieces. */
const Logo = ({ letters }) => html`<span class="logo" aria-hidden="true">${[..."LETTER", "", ..."ZONE"].map((letter) => (letter ? html`<${Letter} letter=${letter} build=${letters[letter] ?? []} small />` : html`<span />`))}</span>`;

const Chevron = () => html`<svg class="chevron" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M5 9 12 16 19 9" /></svg>`;

/** Hide the picture of a game that has none. */
const hide = ({ currentTarget }) => { currentTarget.hidden = true; };

const Picture = ({ game }) => html`<img src=${`/static/games/${game.page}/card.svg`} alt="" onError=${hide} />`;

/** The chosen game. */
const Card = ({ game, change }) => html`<section class="gcard paper"><${Picture} game=${game} />
  <div class="what"><h2>${game.title}</h2><p class="rule">${game.rule}</p>${change && html`<button type="button" class="other" onClick=${change}>${say("web-who-games")} <${Chevron} /></button>`}</div></section>`;

/** All games to choose from. */
const Games = ({ offered, now, pick, count }) => html`<ul class="games" aria-label=${say("choose-game")}>${offered.map((one) => html`<li key=${one.name}>
  <button type="button" class="gcard paper" aria-pressed=${one.name === now} onClick=${() => pick(one.name)}><${Picture} game=${one} />
    <span class="what"><b>${one.title}</b> <span class="rule">${(count > one.seats[1] || (count < one.seats[0] && !one.bots.length)) ? misfit(one, count) : one.rule}</span></span></button></li>`)}</ul>`;

/**
 * Return the levels of words to choose from: the board's, or the chosen pack. The word of the day
 * has its own button.
 */
const drawn = (state, knob) => [...knob.choices.filter(({ value }) => value !== "day").map(({ value, text }) => [value, text]), ...(state.pack ? [[PACK, say("words-pack")]] : [])];

/** Return the level of the words that are drawn; `PACK` for those of the pack. */
const levelOf = (state, knob, level) => level ?? (state.pack ? PACK : knob.value === "day" ? knob.default : knob.value);

/** Return one line about the game that will be played. */
function lineOf({ state, game, chosen, board }) {
  const own = game.knobs.filter((knob) => !knob.draws && knob.value !== knob.default).length;
  const words = levels(game).map((knob) => `web-line-words-${levelOf(state, knob, chosen.level) || "pack"}`).find(known);
  const parts = [
    game.lengths.length > 0 && say("length", { n: near(game, chosen.length) }),
    game.maker && (board ? words && say(words) : say("web-line-person")),
    game.maker && board && (chosen.rounds === 1 ? say("web-line-round") : say("web-line-rounds", { n: chosen.rounds })),
    own === 1 ? say("web-line-rule") : own > 1 && say("web-line-rules", { n: own }),
  ].filter(Boolean);
  return parts.length ? parts.join(", ") : say("rules-usual");
}

/** All settings besides animals and game; during a game only the players. */
function Rest({ state, game, chosen, set, table, going, rename, hire, more }) {
  const { people, seats, solo, bots, board } = table, strengths = going ? (state.open ? state.bots : []) : solo ? [] : game.bots;
  return html`<div class="rest paper">
    ${!going && html`<${Settings} ...${{ state, game, chosen, set, people, bots, board }} />`}
    <fieldset class="segment typed"><legend>${say("web-who-names")}</legend>${people.map((one) => html`<${NameField} key=${one.animal} ...${{ one, going, rename }} />`)}</fieldset>
    ${strengths.length > 0 && seats.length < ANIMALS.length && html`<div class="segment bots" role="group" aria-label=${say("web-bots")}><span aria-hidden="true">${say("web-bots")}</span>${strengths.map((how) => html`
      <button type="button" key=${how} onClick=${() => hire(how)}><${Sign} name="bot" /> ${say("web-bot-add", { how: strength(how) })}</button>`)}</div>`}
    ${!going && html`<p><button type="button" onClick=${more}>${say("web-who-rules")}</button></p>`}
  </div>`;
}

/** The field for a player's name; during a game it keeps what is typed until the name is sent. */
function NameField({ one, going, rename }) {
  const [typed, type] = useState(null);
  const send = async (name) => await rename(one, name) && type(null);
  return html`<label class=${`who-${one.animal}`}><${Animal} name=${one.animal} />
    <input value=${typed ?? one.name} placeholder=${called(one.animal)} maxlength=${most("name")} aria-label=${say("web-who-name", { animal: called(one.animal) })} autocomplete="off" spellcheck=${false}
      onInput=${({ currentTarget: { value } }) => (going ? type(value) : rename(one, value))} onChange=${({ currentTarget: { value } }) => going && send(value)} /></label>`;
}

/** The settings: letters, who makes the words, rounds, and level of the words. */
function Settings({ state, game, chosen, set, people, bots, board }) {
  const maker = game.maker && !bots.length && people.length >= FEWEST_MAKERS && people.length <= MOST_MAKERS;
  return html`${game.lengths.length > 1 && html`<${Row} title=${say("web-who-letters")} values=${game.lengths.map((n) => [n, n])} now=${near(game, chosen.length)} set=${(length) => set({ length })} />`}
    ${maker && html`<${Row} title=${say("choose-maker")} values=${[[true, say("maker-board")], [false, say("maker-person")]]} now=${board} set=${(one) => set({ maker: one })} />`}
    ${game.maker && board && html`<${Row} title=${say("web-who-rounds")} values=${ROUNDS.map((n) => [n, n])} now=${chosen.rounds} set=${(rounds) => set({ rounds })} />`}
    ${game.maker && board && levels(game).map((knob) => html`<${Row} key=${knob.name} title=${say("choose-words")} values=${drawn(state, knob)} now=${levelOf(state, knob, chosen.level)} set=${(value) => set({ level: value === PACK ? null : value })} />`)}`;
}

/** A row of choices, one of them pressed. */
const Row = ({ title, values, now, set }) => html`<div class="segment" role="group" aria-label=${title}><span aria-hidden="true">${title}</span>${values.map(([value, text]) => html`
  <button type="button" key=${value} aria-pressed=${value === now} onClick=${() => set(value)}>${text}</button>`)}</div>`;
