/** The lesson of WQRDLES: three pictures, and one guided turn that does not count. */
import { Animal } from "../../parts/animals.js";
import { Lesson } from "../../parts/lesson.js";
import { Coin } from "../../parts/tokens.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Keys } from "./desk.js";
import { Clue, Letter } from "./grid.js";
import { known } from "./known.js";
import { FIRST_MS, FLIP_MS, Rack } from "./rack.js";

/** The example in each language: a hidden word, a query, and its marks. */
const SHOWN = {
  en: { word: "PLANT", asks: "TRAIN", marks: "y-g-y" },
  de: { word: "BLUME", asks: "LAMPE", marks: "y-y-g" },
};

const shown = () => SHOWN[document.documentElement.lang] ?? SHOWN.en;

const FIVE = [0, 1, 2, 3, 4];

const Hidden = ({ animal }) => html`<span class=${`wq-shown who-${animal}`}><${Animal} name=${animal} />${FIVE.map((at) => html`<span key=${at} class="wq-tile"><i class="back"><${Animal} name=${animal} /></i></span>`)}</span>`;

const Marks = ({ word, marks }) => html`<span class="wq-shown">${[...marks].map((sign, at) => html`<${Letter} key=${at} letter=${word[at] ?? ""} sign=${sign} />`)}</span>`;

const Hide = () => html`<${Hidden} animal="fox" /><${Hidden} animal="owl" />`;

const Ask = () => html`<${Marks} word=${shown().asks} marks=${shown().marks} />
  <span class="wq-legends"><span><${Letter} letter="" sign="g" /> ${say("web-mark-here")}</span><span><${Letter} letter="" sign="y" /> ${say("web-mark-elsewhere")}</span><span><${Clue} clue="<" /> ${say("web-wqrdles-earlier")}</span></span>`;

const Find = () => [[6, "-y--g"], [5, "y-g-g"], [4, "ggggg"]].map(([value, marks]) => html`<span class="wq-shown" key=${value}><${Coin} value=${value} /><${Marks} word="" marks=${marks} /></span>`);

/** A rack that sends nothing: a query is typed, its letters are marked, and the word is found. */
function Try({ done }) {
  const { word, asks, marks } = shown();
  const [step, go] = useState("ask");
  const [typed, type] = useState("");
  const target = step === "ask" ? asks : word, row = [0, asks, [[1, marks, "<"]]];
  useEffect(() => {
    type("");
    const timer = step === "flips" && setTimeout(go, FIRST_MS + FLIP_MS * word.length, "try");
    return () => clearTimeout(timer);
  }, [step]);
  const found = step === "found";
  const view = { race: true, seats: [0, 1], turn: 0, phase: step === "ask" || step === "flips" ? "query" : "attempts", rows: step === "ask" ? [] : [row], round: 1, value: 6, length: word.length,
    commitments: ["", "1"], found: found ? [[1, word, ""]] : [], missed: [], results: [], hard: "off" };
  const state = { view, length: word.length, language: document.documentElement.lang, players: ["fox", "owl"].map((animal, seat) => ({ seat, animal, name: say(`animal-${animal}`) })), scene: step === "flips" ? {} : null };
  const spell = (next) => type((now) => { const all = typeof next === "function" ? next(now) : next; return target.startsWith(all) ? all : now; });
  const before = step === "flips" ? { ...state, view: { ...view, rows: [] } } : state; // tiles answer first
  const noted = (all, of) => (letter) => (step !== "flips" && letter === target[typed.length] ? { kind: "press", sign: "", text: say("web-wqrdles-press") } : known(all, of)(letter));
  return html`<div class="wq-lesson"><h3 role="status">${say(`web-wqrdles-lesson-${step}`, { word: target })}</h3>
    <${Rack} state=${state} owner=${1} seeker=${0} kind="on" flips=${step === "flips"} typed=${found ? undefined : { word: typed, on: view.phase === "query" ? "row" : "secret" }} tried=${found ? { word, hit: true } : undefined} />
    ${found ? html`<button type="button" class="main" ref=${(one) => one?.focus({ focusVisible: false })} onClick=${done}>${say("web-who-start")}</button>`
    : html`<div class="wq-foot"><${Keys} state=${before} of=${1} noted=${noted} typing=${{ word: typed, spell, send: (line) => line.do !== "pass" && go(step === "ask" ? "flips" : "found") }} /></div>`}</div>`;
}

export const WqrdlesLesson = ({ close }) => html`<${Lesson} title="WQRDLES" Try=${Try} close=${close}
  pictures=${[[Hide, "web-wqrdles-lesson-1"], [Ask, "web-wqrdles-lesson-2"], [Find, "web-wqrdles-lesson-3"]]} />`;
