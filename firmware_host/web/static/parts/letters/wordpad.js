/**
 * The input of a word: boxes for its letters, and keys on the screen.
 *
 * The boxes are a real text field, so that a keyboard, a screen reader or a switch works too. ä, ö,
 * ü and ß are spelled as two letters and take two boxes. The folder of the language defines the
 * keys.
 */
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { keyboard } from "../words.js";
import { isLetter, laid, tiles } from "./laid.js";
import { gives, typing } from "./spelling.js";

/**
 * The word pad.
 *
 * @param {object} given
 * @param {string} given.word The letters so far, in the spelling of tiles.
 * @param {number} given.length The number of letters.
 * @param {string} given.language The language of the keys, such as "en".
 * @param {boolean} given.rows True for the rows of a keyboard, false for A to Z.
 * @param {boolean|string} given.hidden True to show dots for all but the newest letter, against
 *   curious neighbours; "all" for dots alone.
 * @param {boolean} given.signs False if words have neither hyphen nor apostrophe.
 * @param {string} given.label The label of the field.
 * @param {function} given.spell Called at each change with the word, or a function of the last one.
 * @param {function} given.turn Called to change the order of the keys.
 * @param {function} given.say Returns texts.
 * @param {function} [given.noted] Returns a player's note on a letter: `{kind, sign, text}`.
 * @param {object} [given.extra] More keys, such as one that opens the player's notes.
 * @param {object} given.children Elements between the boxes and the keys; Enter presses the main button there.
 */
export function WordPad({ word, length, language, rows, hidden, signs = true, label, spell, turn, say, noted = () => null, extra, children }) {
  const keys = keyboard(language);
  const key = (sign) => html`<${Key} key=${sign} sign=${sign} add=${add} noted=${noted(sign)} />`;
  const add = (sign) => spell((now) => laid(now + sign, language, length, signs));
  const typed = (event) => {
    const now = laid(event.target.value, language, length, signs);
    event.target.value = now;
    spell(now);
  };
  const box = useRef(null), now = useRef(null);
  const give = () => {
    const main = box.current.querySelector(".main:not(:disabled)");
    main?.click();
    return Boolean(main);
  };
  const erase = () => spell((all) => all.slice(0, -1));
  const enter = (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    give();
  };
  now.current = (event) => {
    const front = [...document.querySelectorAll("dialog[open]")].at(-1);
    if (front && !front.contains(box.current)) return false;
    if (event.key === "Enter") return gives(event) && give();
    if (event.key === "Backspace") return erase(), true;
    if (event.key.length > 1 || !/[\p{L}'-]/u.test(event.key)) return false;
    return add(event.key), true;
  };
  useEffect(() => typing((event) => now.current(event)), []);
  return html`<div class="wordpad" ref=${box}>
    <label class="boxes">
      <span class="unseen">${label}</span>
      <input value=${word} inputmode="none" autocomplete="off" autocapitalize="characters" spellcheck=${false}
        maxlength=${2 * length} onInput=${typed} onKeyDown=${enter} />
      <span class=${`cells of-${length}`} aria-hidden="true">${Array.from({ length }, (_, at) => html`
        <span class=${at === word.length ? "next" : ""}>${cell(word, at, hidden)}</span>`)}</span>
    </label>
    ${children}
    <div class=${`keys ${rows ? "rows" : "abc"}`} role="group" aria-label=${say("web-keys")}>
      ${rows
        ? keys.rows.map((row) => html`<div>${[...row].map(key)}</div>`)
        : tiles(language, false).map(key)}
      <div class="more">
        ${keys.more.filter((sign) => signs || isLetter(sign)).map(key)}
        <button type="button" class="key wide" aria-label=${say("web-key-back")}
          disabled=${!word} onClick=${erase}>⌫</button>
        <button type="button" class="key wide turn" onClick=${turn}>
          ${rows ? "ABC" : keys.rows[0].slice(0, 6)}
          <span class="unseen">${say(rows ? "web-key-abc" : "web-key-rows")}</span></button>
        ${extra}
      </div>
    </div>
  </div>`;
}

/** Return the content of a box; only the newest letter of a hidden word is shown. */
function cell(word, at, hidden) {
  if (at >= word.length) return "";
  return hidden && (hidden === "all" || at < word.length - 1) ? "●" : word[at];
}

/** A key, with the player's note on its letter. */
function Key({ sign, add, noted }) {
  return html`<button type="button" class=${`key ${noted ? `noted ${noted.kind}` : ""}`} onClick=${() => add(sign)}>${sign === "'" ? "’" : sign}${noted && html`
    <span aria-hidden="true">${noted.sign}</span><span class="unseen"> ${noted.text}</span>`}</button>`;
}
