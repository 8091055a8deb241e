/** The way to a page in the other languages. */
import { html } from "../vendor/preact.js";
import { languages } from "./words.js";

/**
 * Return a link to a page in each language but its own.
 *
 * @param {string} path Of the page, with whatever it is asked for.
 */
export function otherLanguages(path) {
  const asked = `${path}${path.includes("?") ? "&" : "?"}lang=`;
  return languages().filter(([code]) => code !== document.documentElement.lang).map(([code, name]) => html`
    <a key=${code} href=${asked + code} lang=${code} hreflang=${code}>${name}</a>`);
}
