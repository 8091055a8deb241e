/** The texts of a page, in one language at a time. */
import { readJson } from "./read.js";

let texts = {};

/** The codes of all languages, in the order of the choice. */
export const codes = () => Object.keys(texts.languages);

/** The languages to choose from: code and own name. */
export const languages = () => codes().map((code) => [code, say(`language-${code}`)]);

/** The letters and keys of a language: `letters`, `rows` and `more`. */
export const keyboard = (language) => texts.languages[language];

/** Return the tiles for a small character, if it is not its letter without an accent. */
export const laidAs = (sign) => texts.laid[sign];

/** Return a limit, such as the most letters of a "name". */
export const most = (what) => texts.limits[what];

/**
 * Fetch the page's texts, which its document has preloaded; call it before `say`.
 *
 * @param {string} [language] Another language than that of the document.
 */
export async function loadWords(language) {
  const { href } = document.querySelector('link[href^="/texts/"]');
  texts = (await readJson(language ? href.replace(/\/texts\/[^.]+/, `/texts/${language}`) : href)).json;
}

/** Fetch the texts of another page too, for parts of it that are drawn here. */
export async function moreWords(page) {
  const { ok, json } = await readJson(`/texts/${document.documentElement.lang}.json?page=${page}`);
  if (ok) texts = { ...texts, ...json };
}

/** Return true if there is a text of that code. */
export const known = (code) => Object.hasOwn(texts, code);

/**
 * Return the text of a code with its gaps filled; the code itself if there is no text.
 *
 * @param {string} code Such as "web-round".
 * @param {object} values The values for its gaps: `{n}` becomes `values.n`.
 */
export function say(code, values = {}) {
  const text = texts[code] ?? code;
  return text.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

/** Return the label of the undo button, with the action if it is known. */
export const takeBack = ({ undo }) => (undo ? say("web-undo-of", { what: undo }) : say("web-undo"));

/** Return a guessed word, or dots for one that pages must not show. */
export const guessed = ({ dotted = [] }, word) => (dotted.includes(word) ? "•".repeat(word.length) : word);

/** Return the style for the largest font in one line, for five metres distance. */
export const fit = (text) => ({ "--chars": Math.max(10, text.length + 2) });

/** Return the question to predict, for one player; such as "How many letters are marked?" */
export const asked = (asks) => say(asks === "zone" ? "web-predict-title" : `predict-${asks}`);

/** Return the same for all viewers of the wall. */
export const askedAll = (asks) => (asks === "zone" ? say("web-predict-ask") : asked(asks));

/** Return an answer in words, "zone 3" or "4 letters"; its number if the game has no text for it. */
export function called(asks, n) {
  if (asks === "zone") return say("web-predict-is", { n });
  return known(`predict-${asks}-is`) ? say(`predict-${asks}-is`, { n }) : String(n);
}
