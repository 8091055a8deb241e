/** The rules of WQRDLES on one page. */
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";
import { Letter } from "./grid.js";

/** The parts of the page: a heading, and its sentences. */
const parts = [
  ["web-quick-aim", "web-wqrdles-quick-aim"],
  ["web-wqrdles-quick-query", "web-wqrdles-quick-query-1", "web-wqrdles-quick-query-2", "web-wqrdles-quick-query-3"],
  ["web-wqrdles-quick-try", "web-wqrdles-quick-try-1", "web-wqrdles-quick-try-2", "web-wqrdles-quick-try-3"],
  ["web-wqrdles-quick-race", "web-wqrdles-quick-race-1", "web-wqrdles-quick-race-2"],
  ["web-wqrdles-quick-hints", "web-wqrdles-quick-hints-1", "web-wqrdles-quick-hints-2"],
  ["web-quick-end", "web-wqrdles-quick-end-1", "web-wqrdles-quick-end-2"],
];

/** The points of a right attempt, by the row. */
const points = {
  "web-wqrdles-quick-row-1": 6,
  "web-wqrdles-quick-row-2": 5,
  "web-wqrdles-quick-row-3": 4,
  "web-wqrdles-quick-row-4": 3,
  "web-wqrdles-quick-row-5": 2,
  "web-wqrdles-quick-row-6": 1,
};

/** The texts of the marks. */
const SIGNS = { g: "web-mark-here", y: "web-mark-elsewhere", "-": "web-mark-none" };

function Rest() {
  return html`<section><h2>${say("web-wqrdles-quick-marks")}</h2>
    <ul class="answers">${Object.entries(SIGNS).map(([sign, code]) => html`<li key=${sign}><${Letter} letter="S" sign=${sign} /> ${say(code)}</li>`)}</ul></section>`;
}

export const quick = { parts, points, Rest };
