/** Any game on a phone: its zones, the public view, and a button for each line that the player may send. */
import { useHeld } from "../../parts/held.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Says } from "../../pages/seat/head.js";
import { Predict } from "../../pages/seat/predict.js";
import { SeatZones } from "../../pages/seat/zones.js";
import { called, shown, useGame, verbName } from "./declared.js";
import { open, useLine } from "./pad.js";
import { Picker, Which } from "./picker.js";

/** The page of a round: a zone is tapped, other values are chosen below; one large button sends the line. */
function Play({ state, you, send, letters, task }) {
  const game = useGame(state.chosen);
  const [chosen, choose] = useState("");
  const verbs = open(game, you), alone = verbs.filter((verb) => !verb.keys.length);
  const keyed = verbs.filter((verb) => verb.keys.length), verb = keyed.find((one) => one.do === chosen) ?? keyed[0];
  const line = useLine({ verb, game, state, send });
  const zone = line.keys.find((spec) => spec.kind === "zone"), fields = line.keys.filter((spec) => spec !== zone);
  const main = verb && html`<button type="button" class="main" disabled=${!line.whole} onClick=${line.submit}>${line.name}</button>`;
  return html`<div class="play plain"><div class="above" tabindex="0"><${Says} state=${state} task=${task} />
      <${Predict} ...${{ state, you, send }} />
      <${SeatZones} ...${{ state, letters }} chosen=${zone && line.given[zone.name]} choose=${zone && ((n) => line.set(zone.name)(n))} label=${(n) => verbName(game, verb, { [zone.name]: n })} />
      <${Table} game=${game} names=${game.fields} values=${state.view} /></div>
    <div class="below">${you.secret && html`<${Own} game=${game} secret=${you.secret} />`}
      ${verb && html`<div class="sends">${keyed.length > 1 && html`<${Which} game=${game} verbs=${keyed} now=${verb.do} set=${choose} name=${verbName} />`}
        ${fields.map((spec) => html`<${Picker} key=${`${verb.do} ${spec.name}`} ...${{ spec, game, state }} value=${line.given[spec.name]} set=${line.set(spec.name)}>
          <p class="pair two">${main}</p></${Picker}>`)}</div>`}
      <p class="two">${alone.map((one) => html`<button type="button" class=${verb ? "" : "main"} key=${one.do} onClick=${() => send("/api/do", { do: one.do })}>${verbName(game, one)}</button>`)}
        ${!line.spells && main}</p></div></div>`;
}

/** The page after the game. */
const Now = ({ state, letters }) => html`<${SeatZones} state=${state} letters=${letters} />`;

/** The fields of a view with these names, row by row; missing ones are left out. */
function Table({ game, names, values }) {
  const known = names.filter((name) => name in values);
  return known.length > 0 && html`<dl class="known">${known.map((name) => html`<div key=${name}>
    <dt>${called(name === "round" ? "web-field-round" : `view-${game.name}-${name}`, name)}</dt><dd>${shown(game, values[name])}</dd></div>`)}</dl>`;
}

/** The player's private fields, while the button is held. */
function Own({ game, secret }) {
  const [held, holding] = useHeld();
  return html`<div class="secret"><button type="button" ...${holding}>${say("web-own-hold")}</button>
    <div aria-live="polite">${held && html`<${Table} game=${game} names=${Object.keys(secret)} values=${secret} />`}</div></div>`;
}

export const seat = { Play, Now };
