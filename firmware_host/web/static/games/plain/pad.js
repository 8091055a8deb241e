/** The input of a line of any game, from the declared values of its keys. */
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { shown, useGame, verbName } from "./declared.js";
import { Picker, Which, isSpelled, isWhole } from "./picker.js";

/** Return the lines that may be sent now. */
export const open = (game, you) => game.verbs.filter((verb) => you.may.includes(verb.do));

/** The input of a line; several lines have a choice; with `all` lines without keys are included. */
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

/**
 * Return a line in progress: the values of its keys, and the function that sends it.
 *
 * @param {object} given
 * @param {object} given.verb The declared line; undefined for none.
 * @param {object} given.game The result of `useGame`.
 * @param {object} given.state The state document.
 * @param {function} given.send Sends a path with a body.
 */
export function useLine({ verb, game, state, send }) {
  const [{ of, ...given }, give] = useState({});
  const chosen = of === verb?.do ? given : {}; // another line starts empty
  const set = (name) => (next) => give((now) => {
    const { of: was, ...before } = now, own = was === verb.do ? before : {};
    return { ...own, of: verb.do, [name]: typeof next === "function" ? next(own[name]) : next };
  });
  const keys = verb?.keys ?? [];
  const whole = Boolean(verb) && keys.every((spec) => isWhole(spec, chosen[spec.name], game, state));
  const submit = async (event) => {
    event?.preventDefault();
    if (whole && (await send("/api/do", { do: verb.do, ...chosen })).ok) give({});
  };
  const names = Object.fromEntries(Object.entries(chosen).filter(([, one]) => one !== undefined).map(([key, one]) => [key, shown(game, one)]));
  return { given: chosen, set, keys, whole, submit, name: verb ? verbName(game, verb, names) : "", spells: keys.some((spec) => isSpelled(spec, game)) };
}

function Line({ verb, game, state, send }) {
  const { given, set, keys, whole, submit, name, spells } = useLine({ verb, game, state, send });
  const button = html`<button class="main" disabled=${!whole}>${name}</button>`;
  return html`<form class="sends" onSubmit=${submit}>${keys.map((spec) => html`
      <${Picker} key=${spec.name} ...${{ spec, game, state }} value=${given[spec.name]} set=${set(spec.name)}>
        <p class="pair two">${button}</p></${Picker}>`)}
    ${!spells && html`<p class="pair">${button}</p>`}</form>`;
}
