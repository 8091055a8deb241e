/** The house rule "must use what is known", checked before a query is sent. */
import { say } from "../../parts/words.js";
import { foundWord, rowsAbout } from "./grid.js";

/**
 * Return the letter of a row that a word does not use, and its place (0 for any place); null if it
 * uses all.
 */
function left(word, { word: asked, marks }) {
  const place = [...asked].findIndex((letter, at) => marks[at] === "g" && word[at] !== letter);
  if (place >= 0) return [asked[place], place + 1];
  const marked = [...asked].filter((_, at) => marks[at] !== "-");
  const short = marked.find((letter) => [...word].filter((one) => one === letter).length < marked.filter((one) => one === letter).length);
  return short ? [short, 0] : null;
}

/**
 * Return a sentence about the known letters that a query does not use; "" if it is allowed.
 *
 * @param {object} view The public view.
 * @param {string} word The word; an incomplete one gives "".
 * @param {number} by The seat that asks.
 */
export function lacking(view, word, by) {
  if (view.hard !== "on" || word.length < view.length) return "";
  const each = view.seats.filter((seat) => seat !== by && !foundWord(view, seat)).map((seat) => rowsAbout(view, seat).map((row) => left(word, row)).find(Boolean) ?? null);
  if (each.length === 0 || each.includes(null)) return "";
  const [letter, place] = each[0];
  return each.length > 1 ? say("web-wqrdles-lacks-any") : place ? say("web-wqrdles-lacks-at", { letter, n: place }) : say("web-wqrdles-lacks", { letter });
}
