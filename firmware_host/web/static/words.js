/** The words of this page: every sentence by its code, in the page's language. */

let words = {};

/** Fetch the words; say() knows none before. */
export async function loadWords() {
  const answer = await fetch(`/texts/${document.documentElement.lang}.json`);
  words = await answer.json();
}

/** Return the sentence of a code, its gaps filled; the code where there is none. */
export function say(code, values = {}) {
  const text = words[code] ?? code;
  return text.replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}
