/** The replay of a game: automatic at three speeds, or by hand, with the sounds and pictures of each move. */
import { Animal } from "../../parts/animals.js";
import { WordsLeft, counts, isOfCodes } from "./charts.js";
import { Mark } from "../../parts/pieces.js";
import { BOARD } from "../../parts/ranks.js";
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** How long a position is shown at speed 1, in milliseconds, by its most important moment. */
const STANDS = { game: 5000, round: 4500, voided: 3500, wrong: 2600, "last-token": 2600, out: 2600, bonus: 3000, right: 2600, no: 1550, yes: 1450, marks: 2200 };
const USUAL_MS = 1100;

/** The factors of the speeds. */
const SPEEDS = [1, 2, 4];

const MARKS = { yes: "tick", right: "tick", no: "cross", wrong: "cross", "last-token": "cross", out: "cross" };

/** Return the most important moment of a position, with a number of its own. */
function beatOf(position, n) {
  const order = Object.keys(STANDS);
  const [one] = position.moments.filter(({ what }) => what in STANDS)
    .sort((a, b) => order.indexOf(a.what) - order.indexOf(b.what));
  return one ? { ...one, n } : null;
}

/**
 * Return the position of a replay, whether it runs, and the functions that control it.
 *
 * @param {object[]} positions Every position of the game.
 */
function useReplay(positions) {
  const [at, setAt] = useState(0);
  const [plays, setPlays] = useState(false);
  const [speed, setSpeed] = useState(SPEEDS[0]);
  const end = positions.length - 1;
  const go = (to) => setAt(Math.max(0, Math.min(end, to)));
  useEffect(() => {
    if (!plays) return undefined;
    if (at === end) {
      setPlays(false);
      return undefined;
    }
    const timer = setTimeout(() => setAt(at + 1), (STANDS[beatOf(positions[at], at)?.what] ?? USUAL_MS) / speed);
    return () => clearTimeout(timer);
  }, [at, plays, speed]);
  const toggle = () => {
    if (!plays && at === end) setAt(0);
    setPlays(!plays);
  };
  return { at, go, end, plays, toggle, speed, setSpeed };
}

/** The elements that use these keys themselves. */
const OWN_KEYS = "input:not([type=range]), textarea, select, dialog *, .table";

/** Handle the keys on the whole page: space plays, arrows step, Home and End jump. */
function useReplayKeys(replay) {
  const now = useRef(replay);
  now.current = replay;
  useEffect(() => {
    const press = (event) => {
      const { at, go, end, toggle } = now.current;
      const { target, key } = event;
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || target.closest(OWN_KEYS)) return;
      const slides = target.matches("[type=range]"), presses = target.closest("button, a");
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: end }[key];
      if (key === " " && !presses) event.repeat || toggle();
      else if (to !== undefined && !slides) go(to);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** The description of a move, in the place in which the table shows the turn. */
function Told({ game, now, within, beat, quiet }) {
  const seat = beat?.what === "game" && game.winners.length ? game.winners[0] : now.seat;
  const who = seat === BOARD ? { animal: "board", name: say("web-the-board") } : game.players.find((one) => one.seat === seat);
  const mark = MARKS[beat?.what];
  return html`<div class=${`told who-${who?.animal || "board"} ${mark ? MOODS[mark] : ""}`}>
    ${who && html`<${Animal} key=${who.animal} name=${who.animal} />`}
    <p aria-live=${quiet ? "off" : "polite"}><small>${within && say("web-round-n", { n: now.part + 1 })}${who && html` · <span>${who.name}</span>`}</small>
      ${now.said.join(" ")}</p>
    ${mark && html`<${Mark} key=${beat.n} name=${mark} />`}</div>`;
}

/** The analysis of a move: the remaining words, luck, lost points, and a sentence. */
function Why({ insight }) {
  if (!insight) return html`<div class="why-move"><p>${say("web-explain-nothing")}</p></div>`;
  const points = new Intl.NumberFormat(document.documentElement.lang,
    { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format;
  return html`<div class="why-move" aria-live="polite">
    <p>${insight.said || say("web-explain-chance")}</p>
    ${counts(insight) && html`<dl><div><dt>${say(isOfCodes(insight) ? "web-explain-left-codes" : "web-explain-left")}</dt><dd>${insight.left}</dd></div>
      <div><dt>${say("web-explain-skill")}</dt><dd>${points(insight.skill)}</dd></div>
      <div><dt>${say("web-explain-luck")}</dt><dd>${points(insight.luck)}</dd></div></dl>`}
    ${insight.words.length > 0 && html`<p class="few">${insight.words.join(" · ")}</p>`}</div>`;
}

const MOODS = { tick: "yes", cross: "no" };

/** Return the first position of each finished round. */
function starts(positions) {
  const whole = new Set(positions.filter(({ moments }) => moments.some(({ what }) => what in ENDS)).map(({ part }) => part));
  return positions.flatMap(({ part }, at) => (whole.has(part) && part !== positions[at - 1]?.part ? [[part, at]] : []));
}

const ENDS = { round: true, voided: true };

/**
 * @param {object} given
 * @param {object} given.game The game with its positions.
 * @param {object} given.part The game's part of the pages.
 * @param {object} given.letters Each letter's pieces.
 */
export function Replay({ game, part, letters }) {
  const replay = useReplay(game.positions);
  useReplayKeys(replay);
  const { at, go, end, plays, toggle, speed, setSpeed } = replay;
  const [explains, setExplains] = useState(false);
  const now = game.positions[at], beat = beatOf(now, at);
  const { Position, inRound = () => true } = part.history ?? {};
  const within = now.word || inRound(now.view); // not between rounds
  const told = [...(within ? [`${say("web-round-n", { n: now.part + 1 })}:`] : []), ...now.said].join(" ");
  const rounds = starts(game.positions);
  return html`<section class="replay" aria-label=${say("web-replay")}>
    <${Told} ...${{ game, now, within, beat }} quiet=${plays && speed > 1} />
    <div class="stage cloth">${Position && html`<${Position} view=${now.view} word=${now.word} part=${now.part} game=${game} letters=${letters} beat=${beat} />`}</div>
    ${explains && html`<${Why} insight=${now.insight} />
      <${WordsLeft} positions=${game.positions} at=${at} go=${go} />`}
    <div class="controls">
      <button type="button" class="main play" onClick=${toggle}>${say(plays ? "web-replay-pause" : "web-replay-play")}</button>
      <button type="button" aria-label=${say("web-back")} disabled=${at === 0} onClick=${() => go(at - 1)}>◀</button>
      <input type="range" min="0" max=${end} value=${at} aria-label=${say("web-replay")}
        aria-valuetext=${told} onInput=${(event) => go(Number(event.currentTarget.value))} />
      <button type="button" aria-label=${say("web-on")} disabled=${at === end} onClick=${() => go(at + 1)}>▶</button>
      <span class="number">${at + 1}/${end + 1}</span>
      <span class="speeds" role="group" aria-label=${say("web-replay-speed")}>${SPEEDS.map((one) => html`
        <button type="button" key=${one} aria-pressed=${speed === one} onClick=${() => setSpeed(one)}>${one}×</button>`)}</span>
      ${game.positions.some((one) => one.insight) && html`<button type="button" aria-pressed=${explains}
        onClick=${() => setExplains(!explains)}>${say("web-explain")}</button>`}
      ${rounds.length > 1 && html`<span class="speeds" role="group" aria-label=${say("web-replay-rounds")}>${rounds.map(([round, first]) => html`
        <button type="button" key=${round} aria-pressed=${round === now.part} aria-label=${say("web-round-n", { n: round + 1 })} onClick=${() => go(first)}>${round + 1}</button>`)}</span>`}
    </div>
    <p class="small keys">${say("web-replay-keys")}</p>
  </section>`;
}
