/**
 * A win, the same in each game and on each page: the winner's animal with a crown, points that fly
 * to the winner, confetti, the ranking. docs/internals.md says how a game uses it.
 */
import { Animal } from "./animals.js";
import { KINDS } from "./pieces.js";
import { fly } from "./fly.js";
import { Coin } from "./tokens.js";
import { html, useEffect, useRef } from "../vendor/preact.js";
import { say } from "./words.js";

/** The number of falling pieces. */
const FALLING = 26;

/** A crown; the headline says the same to screen readers. */
export const Crown = () => html`<svg class="crown" viewBox="-3 -3 66 50" aria-hidden="true" focusable="false">
  <path d="M6 40 3 12 17 24 30 5 43 24 57 12 54 40Z" /><path class="band" d="M7 33H53" />${[[3, 11, "red"], [30, 5, "blue"], [57, 11, "green"]].map(([x, y, kind]) => html`<circle class=${kind} cx=${x} cy=${y} r="4.2" />`)}</svg>`;

/**
 * The winners or finders, and what follows below.
 *
 * @param {object} given
 * @param {object[]} given.faces The players to show, each with `animal` and `seat`; empty shows the board.
 * @param {boolean} given.crown True for crowns.
 * @param {string} given.title The headline.
 * @param {number|null} given.points The large number below it; null for none.
 * @param {object} given.children Praise, ranking, or additions of a game.
 */
export function Win({ faces, crown, title, points = null, children }) {
  const shown = faces.length ? faces : [{ seat: -1, animal: "board" }];
  return html`<section class=${`win paper of-${Math.min(shown.length, 4)} ${crown ? "crowned" : ""}`} aria-labelledby="win-title">
    <div class="heroes">${shown.map((one) => html`<span class="hero" key=${one.seat} data-hero=${one.seat}><${Animal} name=${one.animal || "board"} />${crown && html`<${Crown} />`}</span>`)}</div>
    <h2 id="win-title"><span role="status">${title}</span></h2>
    ${points !== null && html`<p class="sum" key=${points}><span aria-hidden="true">${points}</span><span class="unseen">${say("web-points-n", { n: points })}</span></p>`}
    ${children}</section>`;
}

/** Pieces that fall behind everything; with reduced motion they lie still. */
export const Confetti = () => html`<div class="confetti" aria-hidden="true">${Array.from({ length: FALLING }, (_, at) => html`
  <span key=${at} class=${KINDS[at % KINDS.length]} style=${{ "--x": (at * 37) % 100, "--y": (at * 61) % 100, "--late": (at * 7) % 24, "--turn": `${(at * 83) % 360}deg` }}><i class="petal"></i></span>`)}</div>`;

/** The coins of a reveal, until each has reached its player. */
export function Purse({ run, step }) {
  const purse = useRef(null);
  useEffect(() => {
    if (step !== "points") return;
    const home = document.querySelector(`[data-hero="${run.seat}"]`) ?? document.querySelector(`[data-seat="${run.seat}"]`);
    [...purse.current.children].forEach((coin, nth) => {
      fly(coin, home, coin.firstChild, run.apart * nth);
      coin.animate?.([{ opacity: 1 }, { opacity: 0 }], { duration: 1, delay: run.apart * nth, fill: "forwards" });
    });
  }, [run, step]);
  return html`<div class="purse" ref=${purse} aria-hidden="true">${run.worth.map((value, at) => html`<span key=${at}><${Coin} value=${value} pale=${at > 0} /></span>`)}</div>`;
}
