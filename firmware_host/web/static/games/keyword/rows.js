/** A row for each player of KEYWORD: the laid word, the collected words, and the keyword. */
import { Animal } from "../../parts/animals.js";
import { Mark, Symbol as Sign } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Backs, Cards, Keyword, Tile, faultsOf } from "./parts.js";

/** The rows of all who have not left. */
export function Rows({ state }) {
  const { view, players } = state;
  if (!view) return null;
  const here = players.filter((one) => !one.left), now = state.turning;
  return html`<ul class=${`kw-seats of-${here.length} ${now?.look === null || !now ? "" : "doubt"}`} style=${{ "--letters": view.keyword.length }} aria-label=${say("web-keyword-collected")}>${here.map((one) => html`
    <${Row} key=${one.seat} one=${one} state=${state} />`)}</ul>`;
}

function Row({ one, state }) {
  const { view, turning: now } = state, { seat } = one;
  const word = (now?.opened ?? (view.waiting || view.over ? view.opened : [])).find(({ by }) => by === seat);
  const judged = word && (!now || now.judged.includes(seat)), wrong = judged && word.faults.length > 0, best = word?.won && (!now || now.best === seat);
  const classes = ["kw-seat", `who-${one.animal || "board"}`, best ? "best" : wrong ? "bad" : "", now?.look === seat ? "look" : "", view.thinking.includes(seat) ? "thinks" : ""];
  return html`<li class=${classes.join(" ")} data-seat=${seat}>
    <span class="kw-who"><${Animal} name=${one.animal || "board"} /><b>${one.bot && html`<${Sign} name="bot" />`}${one.name}</b></span>
    <span class="kw-does">${word && (!now || now.letters) ? html`<${Shown} word=${word} letters=${now ? now.letters : word.word.length} />
      ${judged && html`<span class=${`kw-verdict ${wrong ? "no" : "yes"}`}><${Mark} name=${wrong ? "cross" : "tick"} />${wrong ? faultsOf(word) : say("web-keyword-letters", { n: word.word.length })}</span>`}`
    : html`<${Does} seat=${seat} view=${view} />`}</span>
    <span class="kw-won">${(view.words[seat] ?? []).map(({ word: own }, at) => html`<i key=${at}>${own}</i>`)}</span>
    <${Keyword} view=${view} words=${view.words[seat]} late=${(best && now?.late) || []} />
  </li>`;
}

/** A word while it is turned over letter by letter; other letters show their backs. */
function Shown({ word, letters }) {
  if (letters >= word.word.length) return html`<${Cards} ...${word} />`;
  return html`<span class="kw-cards" aria-hidden="true">${[...word.word].map((letter, at) => (at < letters
    ? html`<${Tile} key=${at} text=${word.blanks.includes(at + 1) ? "?" : letter} means=${letter} blue=${Boolean(word.blue[at])} />` : html`<span key=${at} class="kw-card back"></span>`))}</span>`;
}

/** What a player has done in this round. */
function Does({ seat, view }) {
  if (view.laid.includes(seat)) return html`<${Backs} /> ${say("web-keyword-has-laid")}`;
  if (view.passed.includes(seat)) return say("web-keyword-has-passed");
  return view.thinking.includes(seat) ? say("web-keyword-chooses") : view.hands[seat] && !view.waiting && !view.over ? say("web-keyword-late") : "";
}
