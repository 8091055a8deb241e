/** Charts of games; each has its numbers in a table beside it. */
import { KINDS, Piece } from "../../parts/pieces.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

const WIDE = 640, HIGH = 280, EDGE = 36, NAMES = 130, NUMBERS = 84, APART = 20;

/** The chart of points: a line for each player, summed up round by round. */
export function PointsChart({ game, names }) {
  const rounds = game.results.length;
  const sums = names.map((_, seat) => {
    let total = 0;
    return [0, ...game.results.map((one) => (total += one.points[seat] ?? 0))];
  });
  const most = Math.max(1, ...sums.flat());
  const least = Math.min(0, ...sums.flat());
  const x = (at) => EDGE + (at / rounds) * (WIDE - EDGE - NAMES);
  const y = (points) => HIGH - EDGE - ((points - least) / (most - least)) * (HIGH - 2 * EDGE);
  const ends = spread(sums.map((line) => y(line.at(-1))));
  const ticks = Array.from({ length: rounds + 1 }, (_, at) => at).filter((at) => rounds < 12 || at % 2 === 0);
  return html`<figure class="chart">
    <figcaption><h2>${say("web-chart-points")}</h2></figcaption>
    <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${say("web-chart-points-told")}>
      <path class="axis" d=${`M${EDGE} ${y(0)}H${WIDE - NAMES}`} />
      ${ticks.map((at) => html`<text key=${at} class="tick" x=${x(at)} y=${HIGH - 10} text-anchor="middle">${at || ""}</text>`)}
      <text class="tick" x=${EDGE - 8} y=${y(most) + 5} text-anchor="end">${most}</text>
      <text class="tick" x=${EDGE - 8} y=${y(0) + 5} text-anchor="end">0</text>
      ${sums.map((line, seat) => html`<g key=${seat} class=${`line line-${seat % 8}`}>
        <polyline points=${line.map((points, at) => `${x(at)},${y(points)}`).join(" ")} />
        ${line.slice(1).map((points, at) => html`<${Dot} key=${at} seat=${seat} x=${x(at + 1)} y=${y(points)} />`)}
        <text x=${WIDE - NAMES + 14} y=${ends[seat] + 5}>${short(names[seat])} ${line.at(-1)}</text></g>`)}
    </svg>
  </figure>`;
}

/** A mark with a shape for each seat, so that colour is not the only difference. */
function Dot({ seat, x, y }) {
  const shapes = [
    html`<circle r="6" />`,
    html`<rect x="-5.5" y="-5.5" width="11" height="11" />`,
    html`<path d="M0-7 7 6H-7Z" />`,
    html`<path d="M0-8 8 0 0 8-8 0Z" />`,
  ];
  return html`<g transform=${`translate(${x} ${y})`}>${shapes[seat % 4]}</g>`;
}

/** Return heights at which no two names overlap, and none leaves the chart. */
function spread(heights) {
  const order = heights.map((_, at) => at).sort((one, other) => heights[one] - heights[other]);
  const placed = [...heights];
  order.forEach((at, index) => {
    if (index) placed[at] = Math.max(placed[at], placed[order[index - 1]] + APART);
  });
  order.reverse().forEach((at, index) => { placed[at] = Math.min(placed[at], HIGH - APART / 2 - index * APART); });
  return placed;
}

const short = (name) => (name.length > 11 ? `${name.slice(0, 10)}…` : name);

/** Return true if an insight counts possible words or codes; one about hands lists longest words. */
export const counts = (insight) => insight.label !== "insight-longest";

/** Return true if codes are counted, not words. */
export const isOfCodes = (insight) => insight.label === "insight-left-codes";

/** The number of possible words or codes after each move of a round; each halving is one answered question. */
export function WordsLeft({ positions, at, go }) {
  const here = positions[at].part;
  const told = positions.map((one, index) => ({ ...one, index })).filter((one) => one.part === here && one.insight && counts(one.insight));
  if (told.length < 2) return null;
  const most = Math.log2(Math.max(2, ...told.map((one) => one.insight.left)));
  const x = (index) => NUMBERS + (index / (told.length - 1)) * (WIDE - EDGE - NUMBERS);
  const y = (left) => HIGH - EDGE - (Math.log2(Math.max(1, left)) / most) * (HIGH - 2 * EDGE);
  const steps = [1, 10, 100, 1000, 10000].filter((one) => Math.log2(one) <= most);
  const [title, spoken] = told.some((one) => isOfCodes(one.insight))
    ? ["web-chart-codes", "web-chart-codes-told"] : ["web-chart-left", "web-chart-left-told"];
  return html`<figure class="chart left">
    <figcaption><h2>${say(title)}</h2></figcaption>
    <svg viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" aria-label=${say(spoken)}>
      ${steps.map((one) => html`<g key=${one}><path class="grid" d=${`M${NUMBERS} ${y(one)}H${WIDE - EDGE}`} />
        <text class="tick" x=${NUMBERS - 10} y=${y(one) + 5} text-anchor="end">${one}</text></g>`)}
      <polyline class="course" points=${told.map((one, index) => `${x(index)},${y(one.insight.left)}`).join(" ")} />
      ${told.map((one, index) => html`<g key=${one.index} class=${one.index === at ? "move here" : "move"}
        transform=${`translate(${x(index)} ${y(one.insight.left)})`} onClick=${() => go(one.index)}>
        <circle class="hit" r="14" />${markOf(one)}</g>`)}
    </svg>
    <p class="small legend"><svg viewBox="-9 -9 18 18" aria-hidden="true"><circle r="6" /></svg> ${say("yes")}
      <svg viewBox="-9 -9 18 18" aria-hidden="true"><path d="M-6-6 6 6M6-6-6 6" /></svg> ${say("no")}
      <svg viewBox="-9 -9 18 18" aria-hidden="true"><rect x="-4" y="-4" width="8" height="8" /></svg> ${say("web-chart-other")}</p>
  </figure>`;
}

/** Return the shape of a move's mark: yes, no, or neither. */
function markOf({ moments }) {
  const happened = moments.map(({ what }) => what);
  if (happened.includes("yes") || happened.includes("right")) return html`<circle r="6" />`;
  if (happened.some((what) => ["no", "wrong", "last-token", "out"].includes(what))) return html`<path d="M-6-6 6 6M6-6-6 6" />`;
  return html`<rect x="-4" y="-4" width="8" height="8" />`;
}

/** The hardest words: No answers, wrong guesses, not found. */
export function Hardest({ words }) {
  const most = Math.max(1, ...words.map((one) => one.no / one.games + one.wrong / one.games));
  const wide = (count) => Math.round((count / most) * 100);
  return html`<figure class="chart">
    <figcaption><h2>${say("web-chart-words")}</h2></figcaption>
    <table><thead><tr><th scope="col">${say("web-sheet-word")}</th><th scope="col"><span class="unseen">${say("web-chart-trouble")}</span></th>
      <th scope="col">${say("web-chart-noes")}</th><th scope="col">${say("web-chart-wrong")}</th><th scope="col">${say("web-chart-found")}</th></tr></thead>
      <tbody>${words.map((one) => html`<tr key=${one.word}>
        <th scope="row">${one.word}</th>
        <td class="bars"><svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <rect class="no" width=${wide(one.no / one.games)} height="12" />
          <rect class="wrong" x=${wide(one.no / one.games)} width=${wide(one.wrong / one.games)} height="12" /></svg></td>
        <td class="number">${one.no}</td><td class="number">${one.wrong}</td>
        <td class="number">${one.found}/${one.games}</td></tr>`)}</tbody></table>
  </figure>`;
}

/** The share of No answers of each kind of piece. */
export function Kinds({ kinds }) {
  const known = KINDS.map((kind) => kinds.find((one) => one.kind === kind) ?? { kind, yes: 0, no: 0 });
  const share = ({ yes, no }) => (yes + no ? Math.round((100 * no) / (yes + no)) : 0);
  return html`<figure class="chart">
    <figcaption><h2>${say("web-chart-kinds")}</h2></figcaption>
    <ul class="kinds">${known.map((one) => html`<li key=${one.kind}>
      <${Piece} kind=${one.kind} />
      <span class="kind">${say(`kind-${one.kind}`)}</span>
      <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect class="rest" width="100" height="12" /><rect class="no" width=${share(one)} height="12" /></svg>
      <span class="number">${say("web-chart-share", { n: share(one), no: one.no, all: one.yes + one.no })}</span>
    </li>`)}</ul>
  </figure>`;
}
