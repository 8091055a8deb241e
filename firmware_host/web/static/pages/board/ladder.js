/** The ladder of bots for a single player: each rung is harder, and the board remembers beaten ones. */
import { Mark } from "../../parts/pieces.js";
import { html, useRef } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The rungs: the strengths of the bots that play at once. */
const RUNGS = [["easy"], ["fair"], ["sharp"], ["fair", "sharp"], ["sharp", "sharp"]];

/** The colours of the rungs. */
const WOODS = ["#916633", "#82582b", "#714a23", "#5d3b1b", "#482c13"];

/** Return the name under which the board stores a rung. */
const key = (rung) => [...rung].sort().join("+");

/** Return the rungs of a game: those whose bots it has, and has seats for. */
const rungs = (game) => RUNGS.filter((rung) => rung.every((bot) => game.bots.includes(bot)) && rung.length < game.seats[1]);

/** Return the index of the rung with these bots, or null. */
export function rungOf(bots) {
  const at = RUNGS.findIndex((rung) => key(rung) === key(bots.map((one) => one.bot)));
  return at < 0 ? null : at;
}

/**
 * Return the bots for a single player: the rung and its strengths; -1 and none without bots.
 *
 * @param {?number} chosen The rung; null if none was chosen. A game for two or more then has the next rung.
 */
export function botsOf(game, chosen, beaten) {
  const all = rungs(game), alone = game.seats[0] < 2;
  const next = all.findIndex((rung) => !beaten.includes(key(rung)));
  const wanted = chosen === null || (chosen < 0 && !alone) ? (alone ? -1 : Math.max(next, 0)) : Math.min(chosen, all.length - 1);
  return { rung: wanted, strengths: all[wanted] ?? [] };
}

/**
 * @param {object} given
 * @param {string[]} given.beaten The beaten rungs in this game.
 * @param {number} given.now The chosen rung; -1 for none.
 * @param {function} given.pick Called with the chosen rung.
 */
export function Ladder({ game, beaten, now, pick }) {
  const box = useRef(null);
  const all = rungs(game), first = game.seats[0] < 2 ? -1 : 0;
  const next = all.findIndex((rung) => !beaten.includes(key(rung)));
  const move = (event) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const count = all.length - first, to = first + ((now - first + by + count) % count);
    pick(to);
    box.current.querySelector(`[data-rung="${to}"]`).focus();
  };
  const step = (at, name, rest) => html`<button type="button" key=${at} role="radio" data-rung=${at} aria-checked=${at === now} tabindex=${at === now ? 0 : -1}
    style=${{ "--step": at + 1, "--board": WOODS[at] }} onClick=${() => pick(at)} ...${rest}>${name}</button>`;
  return html`<section class="ladder"><h2 id="ladder">${say("web-ladder")}</h2>
    <div class="steps" role="radiogroup" aria-labelledby="ladder" ref=${box} onKeyDown=${move}>
      ${first < 0 && step(-1, html`<i>${say("web-ladder-alone")}</i>`, { class: "alone" })}
      ${all.map((rung, at) => step(at, html`<span class="faces" aria-hidden="true">${rung.map(() => html`<${Face} />`)}</span><i>${say(`web-rung-${at + 1}`)}
        ${beaten.includes(key(rung)) ? html`<${Mark} name="tick" /><span class="unseen">${say("web-ladder-beaten")}</span>` : at === next && html`<span aria-hidden="true">★</span><span class="unseen">${say("web-ladder-next")}</span>`}</i>`))}
    </div></section>`;
}

/** The face of a wooden bot. */
const Face = () => html`<svg viewBox="0 0 48 48" focusable="false"><circle cx="24" cy="24" r="23" class="disc" /><rect x="9" y="11" width="30" height="25" rx="5" fill="#e9c48f" stroke="#3a2410" stroke-width="2" />
  <path d="M17 11v7M24 11v5M31 11v7" stroke="#b98a4e" stroke-width="2" /><circle cx="18" cy="23" r="2.6" fill="#2a1b10" /><circle cx="30" cy="23" r="2.6" fill="#2a1b10" /><path d="M18 29q6 5 12 0" fill="none" stroke="#2a1b10" stroke-width="2.4" stroke-linecap="round" /></svg>`;
