/**
 * The games' parts of the pages: each game has a folder of its own beside this file.
 *
 * The document says which game's file a page draws with (`page`), so that no page and
 * no list here names a game. What a file exports, and what a page does without it, is
 * written in docs/games.md.
 */

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
  const [plain, game] = await Promise.all([import("./plain/game.js"), import(`./${name}/game.js`)]);
  await Promise.all((game.css ?? []).map((file) => style(`${name}/${file}`)));
  return { ...plain, ...game };
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
 * Return a listener for state documents that draws each with its game and the board's letters.
 *
 * Another game has another file, another language other letters; whatever is newest
 * when they arrive is drawn.
 *
 * @param {function} draw Told of a document, each letter's pieces, and the game's part.
 */
export function gamed(draw) {
  let language = "", letters = {}, page = "", game = {}, newest = null;
  return async (state) => {
    newest = state;
    if (state.language !== language && !state.denied) {
      language = state.language;
      letters = (await (await fetch("/api/alphabet")).json()).letters;
    }
    if (state.page !== page && !state.denied) {
      const wanted = state.page;
      const loaded = await loadGame(wanted);
      if (newest.page === wanted) {
        page = wanted;
        game = loaded;
        called(page);
      }
    }
    draw(newest, letters, game);
  };
}
