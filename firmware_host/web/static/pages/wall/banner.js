/** The wall's banner: the turn and the task; it answers every event in the same place. */
import { Animal } from "../../parts/animals.js";
import { lastRound } from "../../parts/aside/round.js";
import { Clock, Sand } from "../../parts/clocks.js";
import { Mark, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The most characters of a text in one line. */
const ONE_LINE = 24;

/** Return the style that fits a text to the width of the screen. */
const fitted = (text) => ({ "--chars": Math.max(8, text.length > ONE_LINE ? text.length * 0.62 : text.length) });

/** Return the text of the latest event; it has priority while its animation lasts. */
function answered(beat, players) {
  if (["bonus", "power", "undone"].includes(beat?.what)) return { mood: "news", what: say(`web-beat-${beat.what}`) };
  if (beat?.what === "wrong") {
    const one = players.find(({ seat }) => seat === beat.seat);
    return { mood: "no", animal: one?.animal, what: say("web-beat-wrong", { name: one?.name ?? "" }), struck: beat.word };
  }
  if (!["yes", "no"].includes(beat?.what) || !beat.zone) return null;
  return { mood: beat.what, what: say(beat.what === "yes" ? "web-said-yes" : "web-wall-no", { n: beat.zone }) };
}

/** Return the result of a round, which is shown as long as its word is. */
function found(state) {
  const { sitter, what } = lastRound(state);
  return { animal: sitter?.animal, what, mood: sitter ? "yes" : "", word: state.view.results.at(-1).word };
}

/**
 * @param {object} given
 * @param {object} given.state The state document.
 * @param {object} given.game The game's part of the pages.
 * @param {object} given.beat The latest event, as `useBeat` returns it.
 * @param {object} given.reveal The present step of the reveal, as `useReveal` returns it.
 * @param {boolean} given.ended True while the word of the last round is shown.
 */
export function Banner({ state, game, beat, ended, reveal }) {
  const { paused, view, line } = state;
  const alone = view?.over && view.winners?.length === 1 ? state.players.find((one) => one.seat === view.winners[0]) : null;
  const own = (!paused && game.wall?.headline?.(state)) || {};
  const head = paused || reveal.holds ? { what: line, mood: reveal.step && reveal.run.right ? "yes" : "" } : answered(beat, state.players) ?? (ended ? found(state) : { what: line, ...own });
  const { sitter, what, kind, struck = "", mood = "", animal = sitter?.animal ?? own.sitter?.animal ?? alone?.animal } = head;
  const [before, after] = what.split("{name}");
  const text = `${what.replace("{name}", sitter?.name ?? "")} ${struck}`.trim();
  const mark = { yes: "tick", no: "cross" }[mood];
  const dish = kind ?? (mark && !ended ? beat?.kind : null);
  return html`<header class=${`banner who-${animal || "board"} ${mood}`}>
    <${Animal} key=${animal} name=${animal || "board"} />
    <h1 class=${text.length > ONE_LINE ? "long" : ""} style=${fitted(text)}>
      ${mark && html`<${Mark} name=${mark} />`}
      <span>${before}${sitter && html`<b>${sitter.name}</b>`}${after} ${struck && html`<s>${struck}</s>`}</span>
      ${dish && html`<span class="unseen">${say(`kind-${dish}`)}</span>`}</h1>
    ${dish && html`<span class="bowl linen hollow"><${Piece} key=${dish} kind=${dish} /></span>`}
    ${view && html`<p class="times"><${Sand} state=${state} /><${Clock} state=${state} /></p>`}
  </header>`;
}
