/**
 * The games' parts of the pages: each game has a folder of its own beside this file.
 *
 * The document says which game's file a page draws with (`page`), so that no page and
 * no list here names a game. What a file exports, and what a page does without it, is
 * written in docs/games.md.
 */

import { loadLetters } from "../parts/letters.js";
import { Component, h } from "../vendor/preact.js";

/** A file that has been asked for, by the game's name. */
const asked = new Map();

/** A name that can be a file's: nothing climbs out of the folder. */
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * Return a game's part of the pages, its style sheets loaded.
 *
 * @param {string} name As the document's `page` has it.
 */
export function loadGame(name) {
  const known = NAME.test(name) ? name : "plain";
  if (!asked.has(known)) asked.set(known, load(known));
  return asked.get(known);
}

async function load(name) {
  const plain = await import("./plain/game.js");
  const game = await import(`./${name}/game.js`).catch((fault) => failed(name, fault));
  await Promise.all((game.css ?? []).map((file) => style(`${name}/${file}`)));
  const parts = Object.entries(game).map(([part, own]) => [part, guarded(name, own)]);
  return { ...plain, ...Object.fromEntries(parts) };
}

/** Return a part of the pages in which a component that throws draws nothing, and no page stops. */
function guarded(game, part) {
  if (Array.isArray(part) || typeof part !== "object") return part;
  return Object.fromEntries(Object.entries(part).map(([name, own]) => [name, COMPONENT.test(name) && typeof own === "function"
    ? (given) => h(Boundary, { game }, h(own, given)) : own]));
}

const COMPONENT = /^[A-Z]/;

class Boundary extends Component {
  componentDidCatch(fault) {
    failed(this.props.game, fault);
    this.setState({ failed: true });
  }

  render({ children }, { failed: gone }) {
    return gone ? null : children;
  }
}

/** Say that a game's own part has a fault; without it the game is drawn as any game is. */
function failed(name, fault) {
  console.error(`the pages of the game ${name} have a fault:`, fault);
  return {};
}

/** Add a style sheet to the page, and wait until it is there; a page without it still works. */
function style(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(name, import.meta.url).href;
  return new Promise((done) => {
    link.onload = done;
    link.onerror = done;
    document.head.append(link);
  });
}

/** Say in the page's own classes which game is drawn: style sheets go by that. */
function called(name) {
  const { classList } = document.documentElement;
  for (const one of [...classList].filter((one) => one.startsWith("game-"))) classList.remove(one);
  classList.add(`game-${name}`);
}

/**
 * Return a listener for state documents that draws each with its game and the board's letters,
 * once the page's words are there.
 *
 * Another game has another file, another language other letters; whatever is newest
 * when they arrive is drawn.
 *
 * @param {function} draw Told of a document, each letter's pieces, and the game's part.
 * @param {Promise} [words] The page's words, where they are still on their way.
 */
export function gamed(draw, words) {
  let language = "", letters = {}, page = "", game = {}, newest = null, worded = !words;
  return async (state) => {
    newest = state;
    const wanted = state.denied ? page : state.page;
    const spoken = state.denied ? language : state.language;
    if (spoken !== language || wanted !== page || !worded) {
      // What is missing is fetched at once, and whatever is newest by then is drawn.
      const own = spoken === language ? letters : loadLetters();
      const [known, loaded] = await Promise.all([own, wanted === page ? game : loadGame(wanted), words]);
      worded = true;
      [letters, language] = [known, spoken];
      if (newest.denied || newest.page === wanted) [page, game] = [wanted, loaded];
      called(page);
    }
    draw(newest, letters, game);
  };
}
