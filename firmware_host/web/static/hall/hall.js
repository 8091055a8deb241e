/** The hall's pages: a wall of boards, the table of an evening, and what spectators see. */
import { connect } from "../parts/live.js";
import { html, render } from "../vendor/preact.js";

const root = document.documentElement;
const { view } = root.dataset;

/** The addresses of the three pages, in the page's language. */
const PATHS = { wall: "/", table: "/table", watch: "/watch" };

let shown = null;

/** A text of the newest document; before there is one, none. */
const words = (code, { time } = {}) => (shown?.words[code] ?? "").replace("{time}", time);

function show(hall) {
  shown = hall;
  root.classList.toggle("lost", Boolean(hall.lost));
  document.title = `${hall.title} · Letterzone`;
  render(html`
    <header>
      <h1>${hall.title}</h1>
      <nav>${Object.entries(PATHS).map(([name, path]) => html`
        <a href=${`${path}?lang=${root.lang}`} aria-current=${name === view ? "page" : null}>${hall.words[name]}</a>`)}
      </nav>
    </header>
    <p class="line" role="status">${hall.lost}</p>
    ${hall.late && html`<p class="late">${hall.late}</p>`}
    ${hall.lines ? table(hall) : wall(hall)}
    ${hall.evening && promise(hall)}`,
  document.getElementById("page"));
}

/** How much lower than wide a board is drawn, and what of a screen stands around all of them. */
const FLAT = 0.72, AROUND = 0.16;

/** So few columns that all boards are on one screen; no narrower than can be read. */
function columns(many) {
  const high = innerHeight * (1 - AROUND);
  let wanted = 1;
  while (wanted < many && Math.ceil(many / wanted) * (innerWidth / wanted) * FLAT > high) wanted += 1;
  return wanted;
}

const wall = ({ boards, words }) => (boards.length ? html`
  <ul class="boards" style=${{ "--columns": columns(boards.length) }}>${boards.map((one) => html`
    <li class=${`board ${one.lamp} ${one.online ? "" : "away"}`}>
      <div>
        <h2>${one.name}</h2>
        <p class="said">${one.said || "·"}</p>
        <p>${one.line}</p>
        <p>${one.points}</p>
        <p class="word">${one.online ? one.word : words.away}</p>
      </div>
    </li>`)}
  </ul>` : html`<p class="nobody">${words.nobody}</p>`);

const table = ({ head, lines, words }) => (lines.length ? html`
  <table>
    <thead><tr>${head.map((one) => html`<th scope="col">${one}</th>`)}</tr></thead>
    <tbody>${lines.map((line) => html`
      <tr class=${line.over ? "over" : ""}>${line.cells.map((one, at) => html`
        <td>${one}${at === 1 && line.note ? html` <small>${line.note}</small>` : ""}</td>`)}
      </tr>`)}
    </tbody>
  </table>` : html`<p class="nobody">${words.nobody}</p>`);

const promise = ({ evening, words }) => html`
  <footer>
    <p>${words.promise} <code>${evening.commitment}</code></p>
    ${evening.key && html`<p>${words.opened} <code>${evening.key}</code> <code>${evening.nonce}</code></p>`}
  </footer>`;

addEventListener("resize", () => shown && show(shown));
connect(view, show, { polls: false, words });
