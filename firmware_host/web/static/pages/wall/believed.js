/** What everybody believed, once the word is out: words of the list alone, and how often; never whose. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Whether anybody had a hunch in the round that is over. */
export const believed = ({ hunch_words: { words, others } }) => words.length > 0 || others > 0;

/** A word and how often it was believed in; the right one has a tick. */
const Bar = ({ word, count, most, right }) => html`<li class=${right ? "right" : ""} style=${{ "--share": count / most }}>
  <b>${word}${right && html` <span aria-hidden="true">✓</span>`}</b><span class="count">${count}</span><i aria-hidden="true"></i></li>`;

/**
 * In the place of the letters, which nobody needs while the word is shown.
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
