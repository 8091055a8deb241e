/** Who plays, and what: names, animals, a game, and the button that begins it. */
import { Languages } from "./languages.js";
import { Animal, ANIMALS } from "../../parts/animals.js";
import { games, levels, misfit, near, strength, wishes } from "../../parts/choosing.js";
import { act } from "../../parts/live.js";
import { Symbol as Sign } from "../../parts/pieces.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { most, say } from "../../parts/words.js";

/** As many as can sit at the table. */
const SEATS = ANIMALS.length;

/** Rounds that are offered without asking further. */
const ROUNDS = [1, 3, 5];

/** A game as it is offered where none was chosen; the first minute is no choice. */
const LETTERS = 4, USUAL_ROUNDS = 3;

/** What stands for the pack that was chosen among the rules of the house. */
const PACK = "";

/** Which words can be drawn: a level of the board's own, or the pack that was chosen. */
const drawn = (state, knob) => [...knob.choices.map(({ value, text }) => [value, text]), ...(state.pack ? [[PACK, say("words-pack")]] : [])];

/** What an animal is called where nobody types a name. */
const called = (animal) => say(`animal-${animal}`);

/** In place of a name: the board calls the player by the animal, in its own language. */
const BY_ANIMAL = "*";

/** The name to send: one that is empty or the animal's is none. */
const sent = (name, animal) => (["", called(animal)].includes(name.trim()) ? BY_ANIMAL : name.trim());

/** The name to show in this language of a seat whose name was sent. */
const received = ({ name, animal, bot }) => (bot ? say("bot-name", { animal: called(animal) }) : name === BY_ANIMAL ? called(animal) : name);

/** What was chosen when `Who` was drawn last: it outlives a page that is fetched in another language. */
export const draft = {};

/** Return who sits here: as the table has it, or one player to begin with. */
function seated(state) {
  const here = state.players.filter((one) => !one.left);
  if (!here.length) return [{ animal: ANIMALS[0], name: called(ANIMALS[0]) }];
  return here.map(({ seat, animal, name, symbol, bot }) => ({ seat, animal, bot, name: symbol && !bot && name === say(`player-${symbol}`) ? called(animal) : name }));
}

/** The first animal that nobody is; for whoever turns one, the next of them. */
function next(seats, after = -1, animals = ANIMALS) {
  const order = [...animals.slice(after + 1), ...animals.slice(0, after + 1)];
  return order.find((animal) => !seats.some((one) => one.animal === animal)) ?? order[0];
}

/** The strength after another one. */
const after = (strengths, one) => strengths[(strengths.indexOf(one) + 1) % strengths.length];

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {function} given.close Told once a game has begun, or nobody wants one.
 * @param {function} given.more Opens the rules of the house, for who plays what.
 * @param {object} given.wanted Who wanted to play what, before they looked at those; else null.
 */
export function Who({ state, close, more, wanted }) {
  const [offered, setOffered] = useState(null);
  const [chosen, setSeats] = useState(() => wanted?.seats.map((one) => ({ ...one, name: received(one) })) ?? seated(state));
  const [name, setName] = useState(wanted?.name ?? state.chosen);
  const [length, setLength] = useState(wanted?.length ?? ((!state.tutorial && state.length) || LETTERS));
  const [rounds, setRounds] = useState(wanted?.rounds ?? ((!state.tutorial && state.rounds) || USUAL_ROUNDS));
  const [maker, setMaker] = useState(wanted?.maker ?? state.board_makes);
  const [level, setLevel] = useState(wanted?.level ?? null);
  const [why, setWhy] = useState("");
  useEffect(() => void games().then(setOffered), []);
  const going = Boolean(state.view) && !state.view.over && !state.tutorial;
  const seats = going ? seated(state) : chosen;
  const game = offered?.find((one) => one.name === name);
  const ask = async (path, body) => {
    const answer = await act(path, body);
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    return answer.ok;
  };
  const change = (at, one) => setSeats(seats.map((seat, here) => (here === at ? { ...seat, ...one } : seat)));
  const turn = (at) => {
    const animal = next(seats.filter((_, here) => here !== at), ANIMALS.indexOf(seats[at].animal));
    if (going) ask("/api/animal", { seat: seats[at].seat, animal });
    else change(at, { animal, ...(seats[at].name === called(seats[at].animal) && { name: called(animal) }) });
  };
  const add = () => {
    const animal = next(seats);
    if (going) ask("/api/sit", { name: BY_ANIMAL });
    else setSeats([...seats, { animal, name: called(animal) }]);
  };
  const hire = (bot) => {
    const animal = next(seats, -1, [...ANIMALS].reverse());
    if (going) ask("/api/bot", { strength: bot });
    else setSeats([...seats, { animal, bot, name: say("bot-name", { animal: called(animal) }) }]);
  };
  const away = (at) => (going ? ask("/api/stand", { seat: seats[at].seat }) : setSeats(seats.filter((_, here) => here !== at)));
  const rename = (at, typed) => (going ? typed.trim() && ask("/api/name", { seat: seats[at].seat, name: sent(typed, seats[at].animal) }) : change(at, { name: typed }));
  const some = seats.some((one) => one.bot), strengths = going ? state.bots : game?.bots ?? [];
  const board = maker || some || seats.length < 2 || seats.length > 4;
  const people = { players: seats.map((one) => sent(one.name, one.animal)), animals: seats.map((one) => one.animal), bots: seats.map((one) => one.bot || "") };
  Object.assign(draft, { seats: seats.map((one) => ({ ...one, name: sent(one.name, one.animal) })), name, people, length, rounds, maker, level });
  const begin = async (event) => {
    event.preventDefault();
    const settled = game && Object.fromEntries(game.knobs.map((knob) => [knob.name, (knob.draws && level) || knob.value]));
    const what = game ? wishes(game, settled, { length, rounds, board_makes: board, ...(level && { pack: "" }) }) : { game: name };
    if (going || (await ask("/api/begin", { ...people, ...what }))) close();
  };
  const reason = why || (game && !going ? misfit(game, seats.length) : "");
  if (!offered && !going) return null; // else what can be chosen would push the buttons away under a finger
  return html`<form class="who" onSubmit=${begin}>
    <h1>${say("web-who-plays")}</h1>
    <p>${seats.length < 2 && !reason ? say("web-who-alone") : say("web-who-turn")}</p>
    <ol class="seats">${seats.map((one, at) => html`<li key=${at} class=${`seat paper who-${one.animal}`}>
      ${one.bot ? html`<span class="face"><${Animal} name=${one.animal} /></span><b class="bot"><${Sign} name="bot" /> ${one.name}</b><button type="button" class="how" disabled=${going} aria-label=${say("web-bot-turn", { name: one.name, how: strength(one.bot) })} onClick=${() => change(at, { bot: after(strengths, one.bot) })}>${strength(one.bot)} <span aria-hidden="true">↻</span></button>`
    : html`<button type="button" class="face" aria-label=${say("web-who-another", { animal: called(one.animal) })} onClick=${() => turn(at)}><${Animal} name=${one.animal} /></button>
      <input value=${one.name} maxlength=${most("name")} aria-label=${say("web-who-name", { n: at + 1 })} autocomplete="off" spellcheck=${false}
        ...${{ [going ? "onChange" : "onInput"]: (event) => rename(at, event.currentTarget.value) }} />`}
      ${seats.length > 1 && html`<button type="button" class="away" aria-label=${say("web-who-away", { name: one.name })} onClick=${() => away(at)}>✕</button>`}</li>`)}
      ${seats.length < SEATS && html`<li><button type="button" class="seat add" onClick=${add}><span aria-hidden="true">+</span>${say("web-who-more")}</button></li>`}
      ${seats.length < SEATS && !going && strengths.length > 0 && html`<li><button type="button" class="seat add" title=${say("web-bots")} onClick=${() => hire(strengths[0])}><span aria-hidden="true"><${Sign} name="bot" /></span>Bot</button></li>`}</ol>
    ${seats.length < SEATS && going && strengths.length > 0 && html`<div class="segment bots" role="group" aria-label=${say("web-bots")}><span aria-hidden="true">${say("web-bots")}</span>${strengths.map((how) => html`
      <button type="button" key=${how} onClick=${() => hire(how)}><${Sign} name="bot" /> ${say("web-bot-add", { how: strength(how) })}</button>`)}</div>`}
    ${!going && offered.length > 1 && html`<${Picks} title=${say("choose-game")} values=${offered.map((one) => [one.name, one.title])} now=${name} set=${setName} />`}
    ${game && !going && html`<div class="picked">
      ${game.lengths.length > 1 && html`<${Picks} title=${say("web-who-letters")} values=${game.lengths.map((n) => [n, n])} now=${near(game, length)} set=${setLength} />`}
      ${game.maker && !some && seats.length > 1 && seats.length < 5 && html`<${Picks} title=${say("choose-maker")} values=${[[true, say("maker-board")], [false, say("maker-person")]]} now=${board} set=${setMaker} />`}
      ${game.maker && board && html`<${Picks} title=${say("web-who-rounds")} values=${ROUNDS.map((n) => [n, n])} now=${rounds} set=${setRounds} />`}
      ${game.maker && board && levels(game).map((knob) => html`<${Picks} key=${knob.name} title=${say("choose-words")} values=${drawn(state, knob)} now=${level ?? (state.pack ? PACK : knob.value)} set=${(value) => setLevel(value === PACK ? null : value)} />`)}
    </div>`}
    <p class="why" role="alert">${reason}</p>
    <div class="last"><button type="submit" class="main" disabled=${Boolean(reason && !why)}>${say(going ? "web-keep-on" : "web-who-start")}</button>
      ${!going && html`<button type="button" onClick=${() => more(draft)}>${say("web-who-rules")}</button>`}</div>
    <div class="corners"><${Languages} state=${state} />
      ${state.view && !going && html`<button type="button" class="skip" onClick=${close}>${say("web-close")}</button>`}</div>
  </form>`;
}

/** Some choices side by side, one of them taken. */
function Picks({ title, values, now, set }) {
  return html`<div class="segment" role="group" aria-label=${title}><span aria-hidden="true">${title}</span>${values.map(([value, text]) => html`
    <button type="button" key=${value} aria-pressed=${value === now} onClick=${() => set(value)}>${text}</button>`)}</div>`;
}
