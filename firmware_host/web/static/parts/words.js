/** The words of a page: one language at a time, the one that the page was asked in. */
import { readJson } from "./read.js";

let texts = {};

/** The languages there are, in the order in which they are offered. */
export const codes = () => Object.keys(texts.languages);

/** The languages there are, each with its own name, to choose from. */
export const languages = () => codes().map((code) => [code, say(`language-${code}`)]);

/** The letters and keys of a language: `letters`, `rows` and `more`. */
export const keyboard = (language) => texts.languages[language];

/** What a small character is laid as, where that is not itself without its accent. */
export const laidAs = (sign) => texts.laid[sign];

/** How much of something may be typed or chosen, such as the letters of a "name". */
export const most = (what) => texts.limits[what];

/** Fetch the page's texts, which its document has asked for already; call it once, before `say`. */
export async function loadWords() {
  texts = (await readJson(document.querySelector('link[href^="/texts/"]').href)).json;
}

/** Whether there is a text of that code. */
export const known = (code) => Object.hasOwn(texts, code);

/**
 * Return the text of a code, its gaps filled; the code itself where there is no text.
 *
 * @param {string} code Such as "web-round".
 * @param {object} values What goes into its gaps: `{n}` becomes `values.n`.
 */
export function say(code, values = {}) {
  const text = texts[code] ?? code;
  return text.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

/** What the button says that takes back: whose action goes, where that is known. */
export const takeBack = ({ undo }) => (undo ? say("web-undo-of", { what: undo }) : say("web-undo"));

/** A word that somebody has guessed, or dots for one that no page shows. */
export const guessed = ({ dotted = [] }, word) => (dotted.includes(word) ? "•".repeat(word.length) : word);

/** As large as it can be in one line, for five metres away. */
export const fit = (text) => ({ "--chars": Math.max(10, text.length + 2) });

/** What everybody may predict, for one who chooses; such as "How many letters are marked?" */
export const asked = (asks) => say(asks === "zone" ? "web-predict-title" : `predict-${asks}`);

/** The same for everybody who looks at the wall. */
export const askedAll = (asks) => (asks === "zone" ? say("web-predict-ask") : asked(asks));

/** An answer in words: "zone 3", "4 letters"; a game that has none for it has its number. */
export function called(asks, n) {
  if (asks === "zone") return say("web-predict-is", { n });
  return known(`predict-${asks}-is`) ? say(`predict-${asks}-is`, { n }) : String(n);
}
