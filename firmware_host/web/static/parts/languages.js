/** Links to a page in other languages. */
import { html } from "../vendor/preact.js";
import { languages } from "./words.js";

/**
 * Return a link to a page in each other language.
 *
 * @param {string} path The path of the page, with its query.
 */
export function otherLanguages(path) {
  const asked = `${path}${path.includes("?") ? "&" : "?"}lang=`;
  return languages().filter(([code]) => code !== document.documentElement.lang).map(([code, name]) => html`
    <a key=${code} href=${asked + code} lang=${code} hreflang=${code}>${name}</a>`);
}
