/**
 * The games' parts of the pages: each game has a folder of its own beside this file.
 *
 * The document says which game's file a page draws with (`page`), so that no page and
 * no list here names a game. What a file exports, and what a page does without it, is
 * written in docs/games.md.
 */

import { loadLetters } from "../parts/letters/letters.js";
import { Component, h } from "../vendor/preact.js";

/** A file that has been asked for, by the game's name. */
const asked = new Map();

/** A name that can be a file's: nothing climbs out of the folder. */
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * Return a game's part of one page, its style sheets loaded: `{board: ...}` of the board page.
 *
 * @param {string} name As the document's `page` has it.
 * @param {string} page The page that draws it.
 */
export function loadGame(name, page) {
  const known = NAME.test(name) ? name : "plain";
  if (!asked.has(known)) asked.set(known, load(known, page));
  return asked.get(known);
}

async function load(name, page) {
  const game = await import(`./${name}/game.js`).catch((fault) => failed(name, fault));
  const [own] = await Promise.all([partOf(game, page).catch((fault) => failed(name, fault)[page]),
    ...(game.css ?? []).map((file) => style(`${name}/${file}`))]);
  return { [page]: own ? guarded(name, own) : await partOf(await import("./plain/game.js"), page) };
}

/** Return what a game draws on a page: itself, or by a function that fetches it. */
async function partOf(game, page) {
  const part = game[page];
  return typeof part === "function" ? (await part())[page] : part;
}

/** Return a part of a page in which a component that throws draws nothing, and no page stops. */
function guarded(game, part) {
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
  classList.add(["game", name].join("-"));
}

/**
 * Return a listener for state documents that draws each with its game and the board's letters,
 * once the page's words are there.
 *
 * Another game has another file, another language other letters; whatever is newest
 * when they arrive is drawn.
 *
 * @param {string} page Which page it is.
 * @param {function} draw Told of a document, each letter's pieces, and the game's part.
 * @param {Promise} [words] The page's words, where they are still on their way.
 */
export function gamed(page, draw, words) {
  let language = "", letters = {}, name = "", game = {}, newest = null, worded = !words;
  return async (state) => {
    newest = state;
    const wanted = state.denied ? name : state.page;
    const spoken = state.denied ? language : state.language;
    if (spoken !== language || wanted !== name || !worded) {
      // What is missing is fetched at once, and whatever is newest by then is drawn.
      const own = spoken === language ? letters : loadLetters();
      const [known, loaded] = await Promise.all([own, wanted === name ? game : loadGame(wanted, page), words]);
      worded = true;
      [letters, language] = [known, spoken];
      if (newest.denied || newest.page === wanted) [name, game] = [wanted, loaded];
      called(name);
    }
    draw(newest, letters, game);
  };
}
