/** Decipher on the wall: the task, tokens, guesses, the alphabet. */
import { Alphabet } from "../../parts/letters/letters.js";
import { GuessToken } from "../../parts/tokens.js";
import { settled } from "../../parts/sheet-rules.js";
import { BOARD } from "../../parts/ranks.js";
import { html } from "../../vendor/preact.js";
import { fit, guessed, say } from "../../parts/words.js";
import { hinted, hunched, rounds, stays, task } from "./turn.js";

/** The guess tokens of a seeker at first. */
const TOKENS = 3;

/** The most guesses that are shown, so that they can be read from afar. */
const GUESSES = 3;

/** The texts of the tasks, with a gap for the name. */
const TASKS = {
  take: "web-wall-takes",
  place: "web-wall-place",
  asked: "web-wall-asked",
  bonus: "web-wall-bonus",
  guess: "web-wall-guess",
  wait: "web-wall-wait",
};

/** Return whose turn it is and the task; null to show the board's sentence. */
function headline({ view, players }) {
  const sitter = view && players.find((one) => one.seat === (view.waiting ? view.maker : view.turn));
  if (!view || view.over || !sitter) return null;
  return { sitter, what: say(view.waiting ? "web-wall-secret" : TASKS[task(view)]), kind: view.holding };
}

/** Return the length of the word, the number of the round, and in bonus mode the number of hidden pieces. */
function progress({ view, length }) {
  return [
    say("web-letters", { n: length }),
    ...rounds(view),
    ...(view.bonus_mode ? [say("web-hidden", { n: view.hidden })] : []),
  ];
}

/** The maker's sign or the guess tokens left; at the end that the board's points do not compete. */
function Player({ one, state: { view } }) {
  if (!view) return null;
  if (view.over && one.seat === BOARD && view.totals.length > 2) {
    return html`<span class="words">${say("web-board-aside")}</span>`;
  }
  if (!view.over && view.maker === one.seat) {
    return html`<span class="words"><i aria-hidden="true">✎</i> <span class="long">${say("web-makes")}</span></span>`;
  }
  const tokens = view.tokens[one.seat];
  return tokens !== undefined && html`<span class="unseen">${say("web-tokens", { n: tokens })}</span>
    ${Array.from({ length: Math.max(TOKENS, tokens) }, (_, at) => html`<${GuessToken} player=${one.animal} spent=${at >= tokens} />`)}`;
}

/** The guesses of this round; after it the hunches. */
function Said({ state }) {
  const { view, players, hunches } = state;
  const name = (seat) => players.find((one) => one.seat === seat)?.name ?? "";
  const shown = view.waiting || view.over ? state.note : hinted(state) || stays(state);
  if (shown) return html`<p class="said">${shown} ${hunched(hunches)}</p>`;
  if (!view.guesses.length) return html`<p class="said quiet">${say("web-no-guess")}</p>`;
  const latest = view.guesses.slice(-GUESSES);
  return html`<ul class="said guesses" style=${fit(latest.map(([seat, word]) => name(seat) + word).join("    "))}>${latest.map(([seat, word]) => html`
    <li key=${seat + word}><span>${name(seat)}</span> <b>${guessed(state, word)}</b></li>`)}</ul>`;
}

const Beside = ({ letters }) => html`<aside class="paper" aria-label=${say("web-alphabet")}><${Alphabet} letters=${letters} say=${say} /></aside>`;

/** Rules are shown only if they differ from the default, because empty zones say where to tap first. */
const sheet = settled;

export const wall = { Beside, Player, Said, headline, progress, sheet };
