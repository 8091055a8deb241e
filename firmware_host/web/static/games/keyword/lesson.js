/** The lesson of KEYWORD: three pictures, and one guided word that does not count. */
import { Animal } from "../../parts/animals.js";
import { Lesson } from "../../parts/lesson.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Make } from "./make.js";
import { Cards, Tile } from "./parts.js";

/**
 * The example in each language: the open cards, the hand, the word to make, and another player's
 * word with its blue letters.
 */
const SHOWN = {
  en: { row: "ERSTAN", hand: "FLOWM?", word: "FLOWER", blue: [0, 0, 0, 0, 1, 2], other: "STONE", theirs: [3, 4, 0, 6, 1] },
  de: { row: "ENSTAR", hand: "BLUMK?", word: "BLUMEN", blue: [0, 0, 0, 0, 1, 2], other: "STEIN", theirs: [3, 4, 1, 0, 2] },
};

const shown = () => SHOWN[document.documentElement.lang] ?? SHOWN.en;

const tiles = (letters, blue) => [...letters].map((text) => html`<${Tile} text=${text} blue=${blue} />`);

const Given = () => html`<span class="kw-cards wood raised kw-six">${tiles(shown().row, true)}</span><span class="kw-cards kw-fanned">${[...shown().hand].map((text, at) => html`<span style=${{ "--i": at - 2.5 }}><${Tile} text=${text} /></span>`)}</span>`;

const Longest = () => html`<${Animal} name="owl" /><span class="kw-pale"><${Cards} word=${shown().other} blue=${shown().theirs} /></span>
  <${Animal} name="fox" /><${Cards} word=${shown().word} blue=${shown().blue} />`;

const Filled = () => html`<${Animal} name="fox" /><span class="kw-keyword">${[..."KEYWORD"].map((letter) => html`<span class="has">${letter}</span>`)}</span>`;

/** A hand that sends nothing: it shows how a word is made, and that the longest one wins. */
function Try({ done }) {
  const [laid, lay] = useState(false);
  const { row, hand, word, blue, other, theirs } = shown();
  const state = { view: { row: [...row], round: 0 }, you: { seat: -1, secret: { hand: [...hand] } } };
  if (!laid) return html`<div class="kw-try"><${Make} state=${state} act=${() => ({ ok: true })} done=${() => lay(true)} spells=${word} /></div>`;
  return html`<div class="kw-try kw-tried" role="status"><p><${Animal} name="owl" /><${Cards} word=${other} blue=${theirs} /></p><p class="best"><${Animal} name="fox" /><${Cards} word=${word} blue=${blue} /></p>
    <h3>${say("web-keyword-tried")}</h3><button type="button" class="main" ref=${(one) => one?.focus({ focusVisible: false })} onClick=${done}>${say("web-who-start")}</button></div>`;
}

export const KeywordLesson = ({ close }) => html`<${Lesson} title="KEYWORD" Try=${Try} close=${close}
  pictures=${[[Given, "web-keyword-lesson-1"], [Longest, "web-keyword-lesson-2"], [Filled, "web-keyword-lesson-3"]]} />`;
