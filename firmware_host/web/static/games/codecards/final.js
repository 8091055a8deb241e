/** The final scene: both codes are turned over card by card, with the named cards and the points. */
import { style } from "../load.js";
import { Animal } from "../../parts/animals.js";
import { Mark } from "../../parts/pieces.js";
import { Coin } from "../../parts/tokens.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { PlayingCard, called, drawn } from "./faces.js";
import { COLUMNS, nameOf, opened, other, playerAt } from "./table.js";

await style("codecards/final.css");

/** Return the points for suit, rank and both, by the house rule. */
function worths({ rules }) {
  const value = rules.find((one) => one.name === "points")?.value.match(/\d+/g)?.map(Number);
  return value?.length === 3 ? value : [1, 2, 3];
}

/** Return the pairs of named and hidden card in the order of the scene, with their points. */
function pairs({ view, rules }) {
  const codes = opened(view), first = view.broken_by ?? 0, [ofSuit, ofRank, ofBoth] = worths({ rules });
  return COLUMNS.flatMap((column) => [first, other(first)].map((seat) => {
    const named = view.named[seat][column - 1], hidden = codes[other(seat)][COLUMNS.length - column];
    const suit = drawn(named).suit === drawn(hidden).suit, rank = drawn(named).text === drawn(hidden).text;
    return { seat, column, named, hidden, suit, rank, points: suit && rank ? ofBoth : suit ? ofSuit : rank ? ofRank : 0 };
  }));
}

/**
 * The named and the hidden cards, a line for each player, turned one after the other.
 *
 * @param {object} given
 * @param {object} given.state The document; its `final` has the progress of the scene. Without it all is turned.
 */
export function Final({ state }) {
  const { players, rules } = state, { view, shown, step } = state.final ?? { view: state.view, shown: 6, step: 0 };
  const all = pairs({ view, rules });
  const order = [...new Set(all.map((one) => one.seat))];
  const far = (at) => (at < shown ? 4 : at === shown ? step : 0);
  return html`<section class="cc-final"><h2>${say("web-codecards-final")}</h2>${order.map((seat) => html`
    <div key=${seat} class=${`cc-line who-${playerAt(players, seat).animal || "board"}`}><p class="cc-who"><${Animal} name=${playerAt(players, seat).animal || "board"} /><span>${nameOf(players, seat)}</span>
        <b>${all.reduce((sum, one, at) => sum + (one.seat === seat && far(at) > 3 ? one.points : 0), 0)}</b></p>
      ${all.map((one, at) => one.seat === seat && html`<${Pair} key=${at} ...${one} far=${far(at)} now=${at === shown && step > 0} who=${playerAt(players, other(seat)).animal} />`)}</div>`)}</section>`;
}

/** A named card beside the hidden one: first its back, then the card, suit, rank, points. */
const Pair = ({ named, hidden, suit, rank, points, far, now, who }) => html`<div class=${`cc-pair ${now ? "now" : ""} ${far ? "was" : ""}`}>
  <span><${PlayingCard} card=${named} /><small>${say("web-codecards-named")}</small><span class="unseen">${called(named)}</span></span>
  <span class=${`who-${who || "board"}`}><${PlayingCard} card=${far > 0 ? hidden : ""} kind=${far > 0 ? "turned" : ""} /><small>${say("web-codecards-hidden")}</small>${far > 0 && html`<span class="unseen">${called(hidden)}</span>`}</span>
  <p class="cc-brings">${far > 1 && html`<${Right} right=${suit} what="web-codecards-suit" />`}${far > 2 && html`<${Right} right=${rank} what="web-codecards-rank" />`}${far > 3 && points > 0 && html`<${Coin} value=${points} /><span class="unseen">${say("web-points-n", { n: points })}</span>`}</p></div>`;

/** The mark for a right or wrong suit or rank. */
const Right = ({ right, what }) => html`<span class=${`cc-right ${right ? "yes" : "no"}`}><${Mark} name=${right ? "tick" : "cross"} />${say(what)}<span class="unseen"> ${say(right ? "web-event-yes" : "web-event-no")}</span></span>`;
