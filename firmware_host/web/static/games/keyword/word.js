/** The word that a player of KEYWORD makes: which cards, in which order, and what a blank stands for. */
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Return what a card is called: its letter and its colour; zone 0 is the hand. */
export function called(card, zone) {
  const colour = say(`web-keyword-is-${zone ? "blue" : "orange"}`);
  return `${card === "?" ? say("web-keyword-blank") : card}, ${colour}`;
}

/** Return the line that lays a word. */
export const asLine = (word) => ({
  word: word.map(({ letter }) => letter).join(""),
  blue: word.map(({ zone }) => zone),
  blanks: word.flatMap(({ zone, card }, at) => (card === "?" && !zone ? [at + 1] : [])),
});

/** Return a list with one more, at a place. */
const into = (list, at, one) => [...list.slice(0, at), one, ...list.slice(at)];

const same = (one) => (other) => one.zone === other.zone && one.at === other.at;

/**
 * Return a word of cards, and what can be done with it; nothing is sent before it is laid.
 *
 * @param {string[]} hand The cards of the hand.
 * @param {string[]} row The open cards.
 */
export function useWord(hand, row) {
  const [laid, spell] = useState([]);  // of {zone, at, card, letter}
  const [asks, ask] = useState(null);  // a blank whose letter is chosen, and where it goes
  const word = laid.filter(({ zone, at, card }) => (zone ? row[at] : hand[at]) === card); // what is there still
  const has = (one) => word.some(same(one));
  const without = (one) => word.filter((other) => !same(one)(other));
  const put = (one, place = word.length) => {
    const known = word.find(same(one)) ?? (one.card === "?" ? null : { ...one, letter: one.card });
    if (!known) return ask({ ...one, place });
    const from = word.findIndex(same(one)), to = from >= 0 && from < place ? place - 1 : place;
    return spell(into(without(one), to, known));
  };
  const back = (one) => spell(without(one));
  const mean = (letter) => {
    const { place, ...one } = asks;
    spell(into(word, place, { ...one, letter }));
    ask(null);
  };
  const drop = (one, over) => (over === "word" ? put(one) : /^\d+$/.test(over) ? put(one, Number(over)) : back(one));
  return { word, asks, has, back, put, mean, drop, tap: (one) => (has(one) ? back(one) : put(one)), cancel: () => ask(null), last: () => spell(word.slice(0, -1)) };
}

/** Where the word lies: each card goes back by a tap, and changes its place by a drag or the arrow keys. */
export function Word({ made, drag, grab }) {
  const { word } = made;
  const keys = (one, at) => (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 2 }[event.key], key = event.currentTarget.dataset.card;
    if (!by || at + by < 0) return;
    event.preventDefault();
    made.put(one, at + by);
    requestAnimationFrame(() => document.querySelector(`.kw-rail [data-card="${key}"]`)?.focus());
  };
  return html`<div class=${`kw-rail linen hollow ${drag?.over === "word" ? "over" : ""}`} data-drop="word">
    ${word.length === 0 && html`<p>${say("web-keyword-how")}</p>`}
    <ol aria-label=${say("web-keyword-word")}>${word.map((one, at) => html`<li key=${`${one.zone}-${one.at}`} data-drop=${at} class=${drag?.over === String(at) ? "over" : ""}>
      <button type="button" class=${`held ${one.zone ? "blue" : "orange"}`} data-card=${`${one.zone}-${one.at}`} onKeyDown=${keys(one, at)} ...${grab(one, () => made.back(one))}>
        <span aria-hidden="true" class=${`card ${one.zone ? "blue" : "orange"}`}><b>${one.letter}</b></span>${one.card === "?" && html`<small aria-hidden="true">?</small>`}
        <span class="unseen">${one.card === "?" ? say("web-keyword-stands", { letter: one.letter }) : called(one.card, one.zone)}. ${say("web-keyword-back")}</span></button></li>`)}</ol>
    ${word.length > 0 && html`<button type="button" class="key wide" onClick=${made.last}><span aria-hidden="true">⌫</span><span class="unseen">${say("web-keyword-back")}</span></button>`}</div>`;
}
