/**
 * A hand of KEYWORD: a word is made of its cards and the open ones, or cards are discarded; on
 * phones and on a shared screen.
 */
import { Hand, useDrag } from "../../parts/hand.js";
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Tile } from "./parts.js";
import { asLine, called, fault, useKeys, useWord } from "./word.js";

const ABC = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** The time for a laid card to turn over, and the delay of the next one, in milliseconds. */
const FLIP_MS = 300, LATER_MS = 60;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Animate each card from its old place to its new one. */
function useMoves(rail, word) {
  const was = useRef({});
  useLayoutEffect(() => {
    const now = {};
    for (const one of rail.current?.querySelectorAll("[data-card]") ?? []) {
      const key = one.dataset.card, to = (now[key] = one.getBoundingClientRect());
      const from = was.current[key] ?? document.querySelector(`[data-from="${key}"]`)?.getBoundingClientRect();
      if (from?.width && !calm()) one.animate([{ translate: `${from.x - to.x}px ${from.y - to.y}px` }, { translate: "0 0" }], { duration: 240, easing: "cubic-bezier(.16,1,.3,1)" });
    }
    was.current = now;
  }, [word.map(({ zone, at }) => `${zone}-${at}`).join()]);
}

/**
 * The hand.
 *
 * @param {object} given
 * @param {object} given.state The document of the seat.
 * @param {function} given.act Sends a line of the game; returns its answer.
 * @param {function} given.done Called when the player has laid or passed.
 * @param {boolean} [given.down] True if the hand lies face down.
 * @param {object} [given.more] More elements beside the buttons.
 * @param {string} [given.spells] In the lesson: the word to make.
 */
export function Make({ state, act, done = () => {}, down = false, more, spells = "" }) {
  const box = useRef(null), rail = useRef(null), last = useRef(null);
  const [gone, go] = useState(null); // the indexes of the cards to discard; null while a word is made
  const [why, setWhy] = useState("");
  const [laying, turn] = useState(false);
  if (!laying) last.current = state; // the result is not shown while the cards turn over
  const { view, you } = last.current, { hand } = you.secret;
  const made = useWord(hand, view.row, `${view.round} ${you.seat}`);
  const passes = gone !== null, { word, asks } = made;
  const toggle = (at) => go(gone.includes(at) ? gone.filter((one) => one !== at) : [...gone, at]);
  // A letter chooses one more of its cards; after the last of them it gives that one back.
  const choose = (letter) => {
    const held = [...hand.keys()].filter((at) => hand[at] === letter);
    if (held.length) toggle(held.find((at) => !gone.includes(at)) ?? held.at(-1));
  };
  const change = (does) => (...what) => { setWhy(""); return does(...what); };
  const [drag, dragged] = useDrag(passes ? (one, place) => (place === "word") !== gone.includes(one.at) && toggle(one.at) : change(made.drop));
  // A clicked card does not keep the focus, so that Enter lays the word.
  const grab = (one, tap) => {
    const { onClick, ...more } = dragged(one, tap);
    return { ...more, onClick: (event) => { if (event.detail) event.currentTarget.blur(); onClick(event); } };
  };
  const text = word.map(({ letter }) => letter).join("");
  const next = spells.startsWith(text) ? made.cards.find((one) => one.card === spells[text.length] && !made.has(one)) : null;
  const wrong = !passes && (spells ? text !== spells && "web-keyword-spell" : fault(word));
  const send = async (line) => {
    turn(true);
    const answer = await act(line);
    if (!answer.ok) {
      turn(false);
      return setWhy(answer.text ?? answer.error);
    }
    const end = () => { made.forget(); done(); };
    setTimeout(end, calm() ? 0 : FLIP_MS + LATER_MS * word.length);
    return undefined;
  };
  const lay = () => (laying || (wrong ? setWhy(say(wrong, { word: spells })) : send(asLine(word))));
  const pass = () => send({ do: "pass", discard: gone.map((at) => hand[at]) });
  const type = (letter) => made.type(letter) || setWhy(say("web-keyword-none", { letter }));
  useKeys(box, laying ? null : passes ? { last: () => go(gone.slice(0, -1)), type: choose } : { ...made, type: change(type), last: change(made.last) }, passes ? pass : lay);
  useMoves(rail, word);
  const hint = why || (wrong ? say(wrong, { word: spells }) : "");
  const opened = made.cards.filter(({ zone }) => zone);
  return html`<section class=${`kw-make ${laying ? "laying" : ""}`} ref=${box} aria-label=${say("web-keyword-hand")}>
    <ol class="kw-open wood raised" data-drop="hand" aria-label=${say("web-keyword-row")}>${opened.map((one) => html`<li key=${one.zone}>
      <button type="button" class=${`held ${made.has(one) ? "away" : ""} ${one === next ? "next" : ""}`} disabled=${passes} data-from=${`${one.zone}-${one.at}`} aria-pressed=${made.has(one)} ...${grab(one, change(() => made.tap(one)))}>
        <${Tile} text=${one.card} blue /><span class="unseen">${called(one.card, one.zone)}</span></button></li>`)}</ol>
    <div class=${`kw-rail wood hollow ${drag?.over === "word" ? "over" : ""}`} data-drop="word" ref=${rail} style=${{ "--cards": Math.max(6, word.length), "--half": word.length > 6 ? Math.ceil(word.length / 2) : 6 }}>
      ${passes ? html`<p>${say(gone.length ? "web-keyword-away" : "web-keyword-pass-how")}</p><ol aria-label=${say("web-keyword-away")}>${gone.map((at) => html`<li key=${at}><button type="button" class="held" ...${grab({ zone: 0, at }, () => toggle(at))}><${Tile} text=${hand[at]} /><span class="unseen">${called(hand[at], 0)}</span></button></li>`)}</ol>`
    : html`${!word.length && html`<p>${say(spells ? "web-keyword-spell" : "web-keyword-how", { word: spells })}</p>`}
      <ol aria-label=${say("web-keyword-word")}>${word.map((one, at) => html`<${Placed} key=${`${one.zone}-${one.at}`} ...${{ one, at, made, drag, grab, tap: change(() => made.back(one)) }} />`)}</ol>
      ${word.length > 0 && html`<button type="button" class="key wide" onClick=${change(made.last)}><span aria-hidden="true">⌫</span><span class="unseen">${say("web-keyword-back")}</span></button>`}`}</div>
    ${asks ? html`<div class="kw-means"><p><b>${say("web-keyword-means")}</b></p>
      <div class="kw-abc" role="group" aria-label=${say("web-keyword-means")}>${ABC.map((letter) => html`<button type="button" key=${letter} onClick=${() => made.mean(letter)}>${letter}</button>`)}
        <button type="button" class="wide" onClick=${made.cancel}>${say("web-cancel")}</button></div></div>`
    : html`<${Hand} down=${down} label=${say("web-keyword-hand")} cards=${made.cards.filter(({ zone }) => !zone).map((one) => ({ name: called(one.card, 0), face: html`<${Tile} text=${one.card} />`, lit: one === next }))}
      grab=${(at, tap) => ({ ...grab({ zone: 0, at, card: hand[at] }, tap), "data-from": `0-${at}` })} away=${(at) => (passes ? gone.includes(at) : made.has({ zone: 0, at }))}
      tap=${passes ? toggle : change((at) => made.tap({ zone: 0, at, card: hand[at] }))} />
    <div class="kw-act"><p class="kw-why" role="status">${word.length || passes || why ? hint : ""}</p>
      ${passes ? html`<p class="two"><button type="button" onClick=${() => go(null)}>${say("web-keyword-back-to-word")}</button>
        <button type="button" class="main" onClick=${pass}>${gone.length ? say("web-keyword-pass-n", { n: gone.length }) : say("web-keyword-pass-none")}</button></p>`
      : html`<p class="two">${!spells && html`<button type="button" onClick=${() => go([])}>${say("web-keyword-pass")}</button>`}${more}
        <button type="button" class="main" disabled=${Boolean(wrong) || laying} aria-label=${wrong ? null : `${say("web-keyword-lay-n", { n: word.length })}: ${text}`} onClick=${lay}>${say(wrong ? "web-keyword-lay" : "web-keyword-lay-n", { n: word.length })}</button></p>`}</div>`}
  </section>`;
}

/** A card in the word: a tap removes it, a drag or the arrow keys move it. */
function Placed({ one, at, made, drag, grab, tap }) {
  const { zone, card, letter } = one, key = `${zone}-${one.at}`;
  const step = (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 2 }[event.key];
    if (!by || at + by < 0) return;
    event.preventDefault();
    made.put(one, at + by);
    requestAnimationFrame(() => document.querySelector(`.kw-rail [data-card="${key}"]`)?.focus());
  };
  return html`<li data-drop=${at} class=${drag?.over === String(at) ? "over" : ""} style=${{ "--late": `${LATER_MS * at}ms` }}>
    <button type="button" class="held" data-card=${key} onKeyDown=${step} ...${grab(one, tap)}><${Tile} text=${card} means=${letter} blue=${Boolean(zone)} />
      <span class="unseen">${card === "?" ? say("web-keyword-stands", { letter }) : called(card, zone)}. ${say("web-keyword-back")}</span></button></li>`;
}
