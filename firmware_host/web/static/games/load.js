/**
 * Loads the games' parts of the pages: each game has a folder of its own beside this file.
 *
 * The document names the game's folder (`page`), so no page contains a list of games. docs/games.md
 * says what a game exports, and how a page works without it.
 */

import { loadLetters } from "../parts/letters/letters.js";
import { script } from "../parts/lazy.js";
import { Component, h } from "../vendor/preact.js";

/** The requested parts, by the game's name and the page. */
const asked = new Map();

/** How often a game's part is requested before the page works without it. */
const TRIES = 3;

/** A valid folder name, which cannot lead out of this folder. */
const NAME = /^[a-z][a-z0-9-]{0,31}$/;

/**
 * Return a game's part of a page, with its style sheets loaded: `{board: ...}` for the board page.
 *
 * @param {string} name The `page` of the document.
 * @param {string} page The page that draws it.
 */
export function loadGame(name, page) {
  const known = NAME.test(name) ? name : "plain", key = `${known} ${page}`;
  if (!asked.has(key)) asked.set(key, load(known, page));
  return asked.get(key);
}

async function load(name, page) {
  const game = await script(() => import(`./${name}/game.js`), TRIES).catch((fault) => failed(name, fault));
  const [own] = await Promise.all([partOf(game, page).catch((fault) => failed(name, fault)[page]),
    ...(game.css ?? []).map((file) => style(`${name}/${file}`))]);
  return { [page]: own ? guarded(name, own) : await partOf(await import("./plain/game.js"), page) };
}

/** Return a game's part of a page: the export itself, or the result of its function. */
async function partOf(game, page) {
  const part = game[page];
  return typeof part === "function" ? (await script(part, TRIES))[page] : part;
}

/** Return a part whose components draw nothing if they throw, so that the page continues. */
function guarded(game, part) {
  return Object.fromEntries(Object.entries(part).map(([name, own]) => [name, COMPONENT.test(name) && typeof own === "function"
    ? (given) => h(Fallback, { game }, h(own, given)) : own]));
}

const COMPONENT = /^[A-Z]/;

/** Draws its children, or `instead` after they have thrown; the console names the game. */
export class Fallback extends Component {
  componentDidCatch(fault) {
    failed(this.props.game, fault);
    this.setState({ failed: true });
  }

  render({ children, instead = null }, { failed: gone }) {
    return gone ? instead : children;
  }
}

/** Return the addresses of a game's style sheets, for parts drawn apart from the page. */
export async function sheetsOf(name) {
  const { css = [] } = await import(`./${name}/game.js`).catch(() => ({}));
  return css.map((file) => new URL(`${name}/${file}`, import.meta.url).href);
}

/** Report a fault in a game's own part; the game is then drawn like any game. */
function failed(name, fault) {
  console.error(`the pages of the game ${name} have a fault:`, fault);
  return {};
}

/** Add a style sheet to the page, and wait for it; a page without it still works. */
export function style(name) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(name, import.meta.url).href;
  return new Promise((done) => {
    link.onload = done;
    link.onerror = done;
    document.head.append(link);
  });
}

/** Set the class of the page to the game, for style sheets. */
function called(name) {
  const { classList } = document.documentElement;
  for (const one of [...classList].filter((one) => one.startsWith("game-"))) classList.remove(one);
  classList.add(["game", name].join("-"));
}

/**
 * Return a listener that draws each state document with its game and the board's letters, after the
 * texts have arrived.
 *
 * Another game needs other files, another language other letters. The newest document is drawn when
 * they have arrived.
 *
 * @param {string} page The name of the page.
 * @param {function} draw Called with a document, each letter's pieces, the game's part, and a function
 *   that draws the newest document again.
 * @param {Promise} [words] The page's texts, if they are still being fetched.
 */
export function gamed(page, draw, words) {
  let language = "", letters = {}, name = "", game = {}, newest = null, drawn = null, worded = !words;
  const again = () => draw(...drawn, again);
  return async (state) => {
    newest = state;
    const wanted = state.denied ? name : state.page;
    const spoken = state.denied ? language : state.language;
    if (spoken !== language || wanted !== name || !worded) {
      // Fetch what is missing at once, and draw the newest document afterwards.
      const own = spoken === language ? letters : loadLetters();
      const [known, loaded] = await Promise.all([own, wanted === name ? game : loadGame(wanted, page), words]);
      worded = true;
      [letters, language] = [known, spoken];
      if (newest.denied || newest.page === wanted) [name, game] = [wanted, loaded];
      called(name);
    }
    drawn = [newest, letters, game];
    again();
  };
}
