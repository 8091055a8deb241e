/** The lesson of Code cards: three pictures, and one guided turn that does not count. */
import { style } from "../load.js";
import { Animal } from "../../parts/animals.js";
import { Lesson } from "../../parts/lesson.js";
import { Coin } from "../../parts/tokens.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Penny, PlayingCard, Tells, drawn } from "./faces.js";
import { Private } from "./private.js";

await style("codecards/lesson.css");

const hidden = (animal) => html`<span class=${`cc-lies who-${animal}`}><${Animal} name=${animal} />${[0, 1, 2].map((at) => html`<${PlayingCard} key=${at} />`)}</span>`;

const Hidden = () => html`<span class="cc-shows">${hidden("owl")}${hidden("fox")}</span>`;

const Hit = () => html`<span class="cc-shows who-owl"><span class="cc-lies"><${PlayingCard} /><${Penny} what="hit" /></span><span class="cc-lies"><${PlayingCard} card="7C" /><${Tells} card="7C" /></span></span>`;

const Points = () => html`<span class="cc-shows across">${[["4S", "QS", 1], ["7C", "7H", 2], ["3D", "3D", 3]].map(([named, was, points]) => html`
  <span key=${points} class="cc-brought"><${PlayingCard} card=${named} /><${PlayingCard} card=${was} /><${Coin} value=${points} /></span>`)}</span>`;

/**
 * The hidden code of the guided turn, from column 1 on, the hand, and the own code: each column has
 * cards that hit.
 */
const CODE = ["7S", "QD", "10H"], HAND = ["7C", "QH", "4S", "2D", "KH", "9C"], OWN = ["5C", "KS", "8D"];

const NOTHING = [null, null, null];
const isHit = (card, code) => drawn(card).suit === drawn(code).suit || drawn(card).text === drawn(code).text;

/** A first turn with cards of its own; each column is answered as soon as a card is played there. */
function Try({ done }) {
  const [laid, lay] = useState([]);
  const at = laid.length, over = at === CODE.length;
  const hits = CODE.map((code, column) => column < at && isHit(laid[column], code));
  const view = { turn: over ? 1 : 0, column: at + 1, first_turn: true, fresh: 0, broken_by: null, cards: "dealt", deck: 34, lying: [NOTHING, NOTHING].map((row) => row.map(() => true)), named: [[], []],
    tops: [CODE.map((_, column) => laid[column] ?? null), NOTHING], heights: [CODE.map((_, column) => Number(column < at)), [0, 0, 0]], pennies: [hits, [false, false, false]], may: over ? [] : ["play"] };
  const state = { view, you: { seat: 0, may: view.may, secret: { hand: HAND.filter((card) => !laid.includes(card)), code: OWN, pile: [] } },
    players: ["fox", "owl"].map((animal, seat) => ({ seat, animal, name: say(`animal-${animal}`) })), line: "" };
  const says = over ? "end" : at === 0 ? "begin" : hits[at - 1] ? "hit" : "miss";
  return html`<div class="cc-try"><${Private} state=${state} act=${async ({ card }) => lay([...laid, card])}
    says=${html`<p class="cc-says" role="status">${say(`web-codecards-try-${says}`, { n: at, next: at + 1 })} ${over && html`<button type="button" class="main" ref=${(one) => one?.focus({ focusVisible: false })} onClick=${done}>${say("web-who-start")}</button>`}</p>`} /></div>`;
}

export const CardsLesson = ({ close }) => html`<${Lesson} title=${say("game-codecards")} Try=${Try} close=${close}
  pictures=${[[Hidden, "web-codecards-lesson-1"], [Hit, "web-codecards-lesson-2"], [Points, "web-codecards-lesson-3"]]} />`;
