/** The table of Code cards: two rows of hidden cards, the piles before them, and their answers. */
import { Animal } from "../../parts/animals.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Penny, PlayingCard, RANKS, Tells, called, drawn } from "./faces.js";

export const COLUMNS = [1, 2, 3];

export const other = (seat) => 1 - seat;

/** Return the tag name of a card: "hearts-12". */
export const tagged = (card) => `${drawn(card).suit}-${RANKS.indexOf(drawn(card).text) + 1}`;

/** Return the task of the player on turn, as the end of a text's code: `web-codecards-you-…`. */
export function asked({ may, first_turn: first }) {
  if (may.includes("name")) return "name";
  if (may.includes("break")) return first ? "first" : "turn";
  if (may.includes("done")) return "more";
  return may.includes("skip") ? "play" : "card";
}

export const playerAt = (players, seat) => players.find((one) => one.seat === seat) ?? { name: "", animal: "" };
export const nameOf = (players, seat) => playerAt(players, seat).name;

/** Return the six hidden cards after they were revealed, a row for each seat; else null. */
export function opened({ results, voided }) {
  const cards = (results?.at(-1)?.word || voided || "").split(" ");
  return cards.length === 6 ? [cards.slice(0, 3), cards.slice(3)] : null;
}

/**
 * Return a row of hidden cards with the piles before them.
 *
 * @param {object} view The public view.
 * @param {number} owner The owner of the hidden cards.
 */
export function row(view, owner) {
  const actor = other(owner), open = opened(view);
  return [0, 1, 2].map((at) => ({
    place: at + 1,
    column: 3 - at,
    zone: owner === 0 ? at + 1 : 6 - at,
    lies: view.lying[owner][at],
    card: open?.[owner][at] ?? null,
    top: view.tops[actor][2 - at],
    height: view.heights[actor][2 - at],
    penny: view.pennies[actor][2 - at],
    fresh: view.fresh === actor,
    named: view.named[actor][2 - at] ?? null,
  }));
}

/** Return the pad numbers of the columns still to come, the next one first. */
export const pads = (view) => row(view, other(view.turn)).filter((cell) => cell.column >= view.column)
  .sort((one, two) => one.column - two.column).map((cell) => cell.zone);

// --- on the board and on the phones ---------------------------------------------------

/**
 * Both rows as one player sees them: large what this player finds out, small what the other does.
 *
 * @param {object} given
 * @param {object} given.view The public view. During a scene its `asks` has the columns still to be answered, and `asking` is true while the first of them is asked.
 * @param {object[]} given.players
 * @param {number} given.seat The viewer: column 1 is on this player's left.
 * @param {function} [given.open] Returns true if a card may be played on a column now.
 * @param {function} [given.choose] Called with the chosen column; without it none can be chosen.
 * @param {string} [given.over] The column under a dragged card.
 */
export function Table({ view, players, seat, open = () => false, choose, over = "" }) {
  const them = other(seat);
  const side = (owner, cells, more) => {
    const { name, animal } = playerAt(players, owner);
    return html`<section class=${`cc-side wood raised who-${animal || "board"} ${owner === seat ? "own" : "theirs"}`}>
      <h2><${Animal} name=${animal || "board"} />${say("web-codecards-of", { name })}${owner === seat && !view.over && !view.waiting && html`<span class="cc-deck" title=${say("web-codecards-deck", { n: view.deck })}><${PlayingCard} /><span aria-hidden="true">${view.deck}</span><span class="unseen">${say("web-codecards-deck", { n: view.deck })}</span></span>`}</h2>
      <ol>${cells.map((cell) => html`<${Column} key=${cell.zone} ...${{ view, cell, ...more }} />`)}</ol></section>`;
  };
  const theirs = row(view, them).sort((one, two) => one.column - two.column);
  return html`<div class="cc-table-both">${side(them, theirs, { number: "column", open, choose, over })}${side(seat, row(view, seat), { number: "place" })}</div>`;
}

/** Return the answer of a column: "hit", "miss", "asks" while it is asked, or "". */
function brought(view, actor, { column, penny, top }) {
  const asks = view.fresh === actor ? view.asks ?? [] : [];
  if (asks.includes(column)) return view.asking && asks[0] === column ? "asks" : "";
  if (penny) return "hit";
  const answered = view.turn !== actor || view.fresh === actor || view.column <= column || view.broken_by !== null; // not for cards of the present turn
  return top && answered ? "miss" : "";
}

/** A column: the hidden card, its answer, and the pile before it. */
function Column({ view, cell, number, open, choose, over }) {
  const what = brought(view, cell.zone <= 3 ? 1 : 0, cell), free = Boolean(choose && open(cell.column));
  const pad = view.cards !== "dealt" && html`<small>${say("web-codecards-pad", { n: cell.zone })}</small>`;
  const inside = html`<span class="cc-hid" aria-hidden="true">${cell.card ? html`<${PlayingCard} card=${cell.card} kind="turned" />` : cell.lies ? html`<${PlayingCard} />` : html`<span class="cc-none">?</span>`}</span>
    <span class="cc-pen" aria-hidden="true"><${Penny} what=${what} />${what === "hit" ? html`<${Tells} card=${cell.top} />` : what === "miss" ? html`<span class="cc-word">${say("web-codecards-no-hit")}</span>` : pad}</span>
    <span class="cc-pile" aria-hidden="true">${cell.top ? html`<span class="cc-stack" style=${{ "--more": Math.min(cell.height - 1, 3) }}><${PlayingCard} key=${`${cell.top}${cell.height}`} card=${cell.top} kind="lands" /></span>` : html`<span class="cc-stack empty"></span>`}</span>
    ${number === "column" && html`<span class="cc-number" aria-hidden="true">${cell.column}</span>`}
    <span class="unseen">${spoken(cell, cell.column, what)}</span>`;
  const classes = `cc-col linen hollow ${what} ${free ? "can" : ""} ${free && over === String(cell.column) ? "over" : ""}`;
  return html`<li>${free ? html`<button type="button" class=${classes} data-drop=${cell.column} onClick=${() => choose(cell.column)}>${inside}</button>` : html`<div class=${classes}>${inside}</div>`}</li>`;
}

/** Return a column in words. */
export function spoken({ top, card, named }, n, what) {
  const says = [top ? called(top) : say("web-codecards-empty"), ["hit", "miss"].includes(what) && say(what === "hit" ? "web-codecards-hit" : "web-codecards-no-hit"),
    card && say("web-codecards-hid", { card: called(card) }), named && say("web-codecards-named-is", { card: called(named) })];
  return say("web-codecards-column-is", { n, what: says.filter(Boolean).join(", ") });
}

/** Return the position in one text, for people who do not see the table. */
export function standing({ view, players, line }) {
  const side = (actor) => `${say("web-codecards-of", { name: nameOf(players, other(actor)) })}: ${row(view, other(actor)).sort((one, two) => one.column - two.column)
    .map((cell) => spoken(cell, cell.column, brought(view, actor, cell))).join(" ")}`;
  const first = view.turn ?? 0;
  return [line, side(first), side(other(first)), say("web-codecards-deck", { n: view.deck })].join(" ");
}
