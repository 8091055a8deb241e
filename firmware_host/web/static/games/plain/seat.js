/** Any game on a phone: a button for each line that its player may send now. */
import { useHeld } from "../../parts/held.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { SeatZones } from "../../pages/seat/zones.js";
import { called, shown, useGame, verbName } from "./declared.js";
import { Pad, open } from "./pad.js";

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

export const seat = { Now, Acts, Pad };
