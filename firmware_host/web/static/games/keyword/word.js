/** The word that a player of KEYWORD makes: its cards, their order, and the letters of blanks. */
import { useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Return the name of a card: letter and colour. Zone 0 is the hand. */
export function called(card, zone) {
  const colour = say(`web-keyword-is-${zone ? "blue" : "orange"}`);
  return `${card === "?" ? say("web-keyword-blank") : card}, ${colour}`;
}

/** Return the line that lays a word. */
export const asLine = (word) => ({
  do: "lay",
  word: word.map(({ letter }) => letter).join(""),
  blue: word.map(({ zone }) => zone),
  blanks: word.flatMap(({ zone, card }, at) => (card === "?" && !zone ? [at + 1] : [])),
});

/** Return the code of a fault of a word that is known before it is sent; "" for none. */
export function fault(word) {
  if (!word.length) return "web-keyword-how";
  if (word.every(({ zone }) => zone)) return "web-keyword-one-orange";
  return word.length < 2 ? "web-keyword-two-letters" : "";
}

/** Return a list with one more item at an index. */
const into = (list, at, one) => [...list.slice(0, at), one, ...list.slice(at)];

const nameOf = ({ zone, at }) => `${zone}-${at}`;
const same = (one) => (other) => one.zone === other.zone && one.at === other.at;

/** The cards of unfinished words, so that a covered hand is found again as it was; letters are not stored. */
const kept = new Map();

/**
 * Return a word of cards, and functions to change it; nothing is sent before it is laid.
 *
 * @param {string[]} hand The cards of the hand.
 * @param {string[]} row The open cards.
 * @param {string} name The identity of the hand: its seat and round.
 */
export function useWord(hand, row, name) {
  const key = `${name} ${row.join("")}`;
  const means = useRef({}); // the letter of each blank
  const [, draw] = useState(0);
  const [asks, ask] = useState(null); // a blank whose letter is being chosen, and its place
  const cards = [...row.map((card, at) => ({ zone: at + 1, at, card })), ...hand.map((card, at) => ({ zone: 0, at, card }))].filter(({ card }) => card);
  // Two keys may arrive before the page is redrawn: each starts from the result of the one before.
  const made = () => (kept.get(key) ?? []).flatMap((place) => cards.filter(same(place))).map((one) => ({ ...one, letter: one.card === "?" ? means.current[nameOf(one)] : one.card })).filter(({ letter }) => letter);
  const spell = (word) => {
    kept.set(key, word.map(({ zone, at }) => ({ zone, at })));
    means.current = Object.fromEntries(word.map((one) => [nameOf(one), one.letter]));
    draw((n) => n + 1);
  };
  const has = (one) => made().some(same(one));
  const without = (one) => made().filter((other) => !same(one)(other));
  const put = (one, place = made().length) => {
    const word = made(), known = word.find(same(one)) ?? (one.card === "?" ? null : { ...one, letter: one.card });
    if (!known) return ask({ ...one, place });
    const from = word.findIndex(same(one)), to = from >= 0 && from < place ? place - 1 : place;
    return spell(into(without(one), to, known));
  };
  const back = (one) => spell(without(one));
  const mean = (letter, { place, ...one } = asks) => {
    spell(into(made(), place, { ...one, letter }));
    ask(null);
  };
  const drop = (one, over) => (over === "word" ? put(one) : /^\d+$/.test(over) ? put(one, Number(over)) : back(one));
  // A word needs an orange card, so the first letter with one takes it. Later letters take blue cards first; blanks come last.
  const type = (letter) => {
    const free = cards.filter((one) => !has(one)), fits = ({ card }) => card === letter;
    const one = (made().every(({ zone }) => zone) ? free.findLast(fits) : free.find(fits)) ?? free.findLast(({ card }) => card === "?");
    if (one) mean(letter, { ...one, place: made().length });
    return Boolean(one);
  };
  return { cards, word: made(), asks, has, back, put, mean, drop, type, tap: (one) => (has(one) ? back(one) : put(one)), cancel: () => ask(null), last: () => spell(made().slice(0, -1)), forget: () => kept.delete(key) };
}

/**
 * Let a keyboard make the word: letters, Backspace and Enter. A held key counts once.
 *
 * @param {object} box The element of the hand; a dialog in front of it has its own keys.
 * @param {object} made The result of `useWord`; null if no word can be made now.
 * @param {function} enter Lays it.
 */
export function useKeys(box, made, enter) {
  const now = useRef(null);
  now.current = { made, enter };
  useEffect(() => {
    const key = (event) => {
      const { target, repeat, ctrlKey, metaKey, altKey } = event, { made: word, enter: lay } = now.current;
      if (!word || repeat || ctrlKey || metaKey || altKey || target.matches("input, select, textarea")) return;
      if (![...document.querySelectorAll("dialog[open]")].every((one) => one.contains(box.current))) return;
      const letter = event.key.toUpperCase();
      if (/^[A-Z]$/.test(letter)) word.asks ? word.mean(letter) : word.type(letter);
      else if (event.key === "Escape" && word.asks) word.cancel();
      else if (event.key === "Backspace") word.asks ? word.cancel() : word.last();
      else if (event.key === "Enter" && !word.asks && !target.closest("button, a")) lay();
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
}
