/** The words of a page: one language at a time, the one that the page was asked in. */

let texts = {};

/** Fetch the texts of the page's language; call it once, before `say`. */
export async function loadWords() {
  const answer = await fetch(`/texts/${document.documentElement.lang}.json`);
  texts = await answer.json();
}

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
