/** The hunches after a round: listed words and how often each was chosen, never by whom. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Return true if a phone had a hunch in the finished round. */
export const believed = ({ hunch_words: { words, others } }) => words.length > 0 || others > 0;

/** A bar for a word and the number of its hunches; the right word has a tick. */
const Bar = ({ word, count, most, right }) => html`<li class=${right ? "right" : ""} style=${{ "--share": count / most }}>
  <b>${word}${right && html` <span aria-hidden="true">✓</span>`}</b><span class="count">${count}</span><i aria-hidden="true"></i></li>`;

/**
 * The bars, shown in place of the letters, which are not needed while the word is shown.
 *
 * @param {object} given
 * @param {object} given.state The state document.
 */
export function Believed({ state }) {
  const { words, others } = state.hunch_words;
  const word = state.view.results.at(-1)?.word;
  const most = Math.max(others, ...words.map((one) => one.count));
  return html`<aside class="paper believed" aria-labelledby="believed-title"><h2 id="believed-title">${say("web-believed")}</h2>
    <ul>${words.map((one) => html`<${Bar} key=${one.word} ...${one} most=${most} right=${one.word === word} />`)}
      ${others > 0 && html`<${Bar} word=${say("web-believed-others")} count=${others} most=${most} />`}</ul></aside>`;
}
