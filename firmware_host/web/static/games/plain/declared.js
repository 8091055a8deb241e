/** The declarations of a game (lines, cards, view), and their names. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { readJson } from "../../parts/read.js";
import { known, say } from "../../parts/words.js";

/** The declarations before they are known. */
const NOTHING = { verbs: [], hears: [], cards: [], fields: [], lengths: [], drawings: [] };

/** The requested declarations by the game's name; each is fetched once. */
const asked = new Map();

async function fetched(name) {
  const { ok, json } = await readJson(`/api/games/${name}`);
  return { ...(ok ? json : NOTHING), name };
}

/** Return the declarations of the game called `name`; empty until they have arrived. */
export function useGame(name) {
  const [game, set] = useState({ ...NOTHING, name });
  useEffect(() => {
    if (!asked.has(name)) asked.set(name, fetched(name));
    asked.get(name).then(set);
  }, [name]);
  return game;
}

/**
 * Return the game's own text; without one, the name in plain letters.
 *
 * @param {string} code Such as "do-treasure-tap".
 * @param {string} name Such as "take-back".
 * @param {object} values The values for the gaps of the text.
 */
export function called(code, name, values = {}) {
  if (known(code)) return say(code, values);
  const words = String(name).replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return the name of a line: its sentence, with the values chosen so far. */
export function verbName(game, verb, given = {}) {
  const gaps = Object.fromEntries(verb.keys.map(({ name }) => [name, "…"]));
  return called(`do-${game.name}-${verb.do}`, verb.do, { ...gaps, ...given });
}

/** Return the name of a value, such as a card or a colour. */
export const valueName = (game, value) =>
  known(`value-${game.name}-${value}`) ? say(`value-${game.name}-${value}`) : String(value).replaceAll("-", " ");

/** A game's own drawing of a value, such as a card; a word stands beside it. */
export const Drawing = ({ game, name }) => html`<img class="drawing" src=${`/static/games/${game.name}/${name}.svg`} alt="" draggable=${false} />`;

/** Return a value of a view as text. */
export function shown(game, value) {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return say(value ? "web-field-yes" : "web-field-no");
  if (Array.isArray(value)) return value.length ? value.map((one) => shown(game, one)).join(", ") : "–";
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key}: ${shown(game, one)}`).join("; ");
  return valueName(game, value);
}
