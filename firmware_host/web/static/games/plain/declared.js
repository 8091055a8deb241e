/** What a game declares of its lines, cards and view, and what all of that is called. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { readJson } from "../../parts/read.js";
import { known, say } from "../../parts/words.js";

/** Before it is known. */
const NOTHING = { verbs: [], hears: [], cards: [], fields: [], lengths: [], drawings: [] };

/** What has been asked for, by the game's name: each is fetched once. */
const asked = new Map();

async function fetched(name) {
  const { ok, json } = await readJson(`/api/games/${name}`);
  return { ...(ok ? json : NOTHING), name };
}

/** Return what the game called *name* declares; nothing until that is here. */
export function useGame(name) {
  const [game, set] = useState({ ...NOTHING, name });
  useEffect(() => {
    if (!asked.has(name)) asked.set(name, fetched(name));
    asked.get(name).then(set);
  }, [name]);
  return game;
}

/**
 * Return the game's own word for something; without one, its name in plain letters.
 *
 * @param {string} code Such as "do-treasure-tap".
 * @param {string} name Such as "take-back".
 * @param {object} values What goes into the gaps of the game's own sentence.
 */
export function called(code, name, values = {}) {
  if (known(code)) return say(code, values);
  const words = String(name).replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return what a line is called: its sentence, the gaps filled with what is chosen so far. */
export function verbName(game, verb, given = {}) {
  const gaps = Object.fromEntries(verb.keys.map(({ name }) => [name, "…"]));
  return called(`do-${game.name}-${verb.do}`, verb.do, { ...gaps, ...given });
}

/** Return what one value is called: a card, a colour, whatever the game counts by. */
export const valueName = (game, value) =>
  known(`value-${game.name}-${value}`) ? say(`value-${game.name}-${value}`) : String(value).replaceAll("-", " ");

/** A game's own drawing of a value, such as a card; the word stands beside it. */
export const Drawing = ({ game, name }) => html`<img class="drawing" src=${`/static/games/${game.name}/${name}.svg`} alt="" draggable=${false} />`;

/** Return a value of a view as a text: lists in a row, a flag as a mark, nothing as a dash. */
export function shown(game, value) {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return say(value ? "web-field-yes" : "web-field-no");
  if (Array.isArray(value)) return value.length ? value.map((one) => shown(game, one)).join(", ") : "–";
  if (typeof value === "object") return Object.entries(value).map(([key, one]) => `${key}: ${shown(game, one)}`).join("; ");
  return valueName(game, value);
}
