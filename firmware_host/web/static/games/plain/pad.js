/** A line of any game, made ready from what its keys may be. */
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { shown, useGame, verbName } from "./declared.js";
import { Picker, Which, isSpelled, isWhole } from "./picker.js";

/** Return the lines that may be sent now. */
export const open = (game, you) => game.verbs.filter((verb) => you.may.includes(verb.do));

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
