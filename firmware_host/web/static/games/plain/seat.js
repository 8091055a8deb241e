/** Any game on a phone: a button for each line that its player may send now. */
import { useHeld } from "../../parts/held.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { SeatZones } from "../../pages/seat/zones.js";
import { called, shown, useGame, verbName } from "./declared.js";
import { Picker, Which, isSpelled, isWhole } from "./picker.js";

/** The zones, and whatever else everybody may know. */
function Now({ state, letters }) {
  const { view, chosen } = state;
  const game = useGame(chosen);
  return html`<${SeatZones} state=${state} letters=${letters} />
    <${Table} game=${game} names=${game.fields} values=${view} />`;
}

/** What a view has under these names, row by row; what it lacks is left out. */
function Table({ game, names, values }) {
  const known = names.filter((name) => name in values);
  return known.length > 0 && html`<dl class="known">${known.map((name) => html`<div key=${name}>
    <dt>${called(name === "round" ? "web-field-round" : `view-${game.name}-${name}`, name)}</dt><dd>${shown(game, values[name])}</dd></div>`)}</dl>`;
}

/** Return the lines that may be sent now. */
const open = (game, you) => game.verbs.filter((verb) => you.may.includes(verb.do));

/** What nobody else may see, as long as it is held; and what a button alone does. */
function Acts({ state, you, send }) {
  const game = useGame(state.chosen);
  const verbs = open(game, you).filter((verb) => !verb.keys.length);
  return html`${you.secret && html`<${Own} game=${game} secret=${you.secret} />`}
    ${verbs.length > 0 && html`<p class="pair">${verbs.map((verb) => html`
      <button type="button" class="main" key=${verb.do} onClick=${() => send("/api/do", { do: verb.do })}>${verbName(game, verb)}</button>`)}</p>`}`;
}

function Own({ game, secret }) {
  const [held, holding] = useHeld();
  return html`<div class="secret"><button type="button" ...${holding}>${say("web-own-hold")}</button>
    <div aria-live="polite">${held && html`<${Table} game=${game} names=${Object.keys(secret)} values=${secret} />`}</div></div>`;
}

/** The line that is being made ready; where there are several, which one; with *all* also those without keys. */
export function Pad({ state, you, send, all = false }) {
  const game = useGame(state.chosen);
  const [chosen, choose] = useState("");
  const verbs = open(game, you).filter((verb) => all || verb.keys.length);
  const verb = verbs.find((one) => one.do === chosen) ?? verbs[0];
  if (!verb) return null;
  return html`<section class="right" aria-label=${say("web-doing")}>
    ${verbs.length > 1 && html`<div class="sends"><${Which} game=${game} verbs=${verbs} now=${verb.do} set=${choose} name=${verbName} /></div>`}
    <${Line} key=${verb.do} ...${{ verb, game, state, send }} /></section>`;
}

function Line({ verb, game, state, send }) {
  const [given, give] = useState({});
  const set = (name) => (next) => give((now) => ({ ...now, [name]: typeof next === "function" ? next(now[name]) : next }));
  const whole = verb.keys.every((spec) => isWhole(spec, given[spec.name], game, state));
  const submit = async (event) => {
    event.preventDefault();
    if (whole && (await send("/api/do", { do: verb.do, ...given })).ok) give({});
  };
  const names = Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined).map(([key, one]) => [key, shown(game, one)]));
  const button = html`<button class="main" disabled=${!whole}>${verbName(game, verb, names)}</button>`;
  const spells = verb.keys.some((spec) => isSpelled(spec, game));
  return html`<form class="sends" onSubmit=${submit}>${verb.keys.map((spec) => html`
      <${Picker} key=${spec.name} ...${{ spec, game, state }} value=${given[spec.name]} set=${set(spec.name)}>
        <p class="pair">${button}</p></${Picker}>`)}
    ${!spells && html`<p class="pair">${button}</p>`}</form>`;
}

export const seat = { Now, Acts, Pad };
