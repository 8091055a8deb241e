/** One game: its scoresheet, its course, and a slider through every position. */
import { Dialog } from "../../parts/dialog.js";
import { PointsChart } from "./charts.js";
import { act } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { most, say } from "../../parts/words.js";

const BOARD = -1;

/** Return the columns of a scoresheet: seats, and the board where it makes the words. */
const columns = (game) => [...game.players, ...(game.board_makes ? [{ seat: BOARD, name: say("web-the-board") }] : [])];

export function Game({ game, kind, part, may, again }) {
  const [open, setOpen] = useState(null);
  const [why, setWhy] = useState("");
  const send = async (path, body) => {
    const answer = await act(`/api/history/${path}`, { game: game.game, ...body });
    setWhy(answer.ok ? "" : answer.text ?? answer.error);
    if (answer.ok) setOpen(null);
    return answer.ok;
  };
  const change = async (path, body) => (await send(path, body)) && again();
  const remove = async () => (await send("delete", {})) && location.assign("/history");
  const lang = document.documentElement.lang;
  return html`
    <p class="back"><a href=${`/history?lang=${lang}`}>← ${say("web-title-history")}</a></p>
    <h1>${game.name || say("web-game-n", { n: game.game })}</h1>
    <${House} kind=${kind} rules=${game.rules} />
    ${game.positions.length > 0 && html`<${Replay} game=${game} part=${part} />`}
    ${game.results.length > 0 && html`
      <${Sheet} game=${game} part=${part} may=${may} pick=${setOpen} />
      <${PointsChart} game=${game} names=${columns(game).map((one) => one.name)} />`}
    <p class="why" role="alert">${why}</p>
    <p class="pair screen-only">
      <a class="button" href=${`/sheet?game=${game.game}&lang=${lang}`}>${say("web-print")}</a>
      <a class="button" href=${`/api/history/${game.game}.csv?lang=${lang}`} download>${say("web-csv")}</a>
      <a class="button" href=${`/api/history/${game.game}.jsonl`} download>${say("web-transcript")}</a>
      ${may && html`<button type="button" onClick=${() => setOpen("name")}>${say("web-rename")}</button>`}
      ${may && !game.running && html`<button type="button" class="danger" onClick=${() => setOpen("delete")}>${say("web-delete")}</button>`}
    </p>
    ${open === "name" && html`<${Rename} game=${game} change=${change} close=${() => setOpen(null)} />`}
    ${open === "delete" && html`<${Dialog} title=${say("web-delete-what", { name: game.name || say("web-game-n", { n: game.game }) })}
      closeWord=${say("web-cancel")} close=${() => setOpen(null)}><p>${say("web-delete-means")}</p>
      <p><button type="button" class="main" onClick=${remove}>${say("web-delete")}</button></p></${Dialog}>`}
    ${open?.seat !== undefined && html`<${Correct} cell=${open} change=${change} close=${() => setOpen(null)} />`}`;
}

/** Which game it was, and what the table had settled for itself. */
function House({ kind, rules }) {
  if (!kind) return null;
  const own = kind.knobs.filter((knob) => knob.name in rules).map((knob) => {
    const value = rules[knob.name];
    return `${knob.text}: ${knob.choices.find((one) => one.value === value)?.text ?? value}`;
  });
  return html`<p class="small">${[kind.title, ...own].join(" · ")}</p>`;
}

/** Every position of the game, by a slider or step by step. */
function Replay({ game, part }) {
  const [at, setAt] = useState(0);
  const { positions } = game;
  const now = positions[at];
  const step = (by) => () => setAt(Math.max(0, Math.min(positions.length - 1, at + by)));
  const { Position, inRound = () => true } = part.history ?? {};
  const within = now.word || inRound(now.view); // not between rounds
  const told = [...(within ? [`${say("web-round-n", { n: now.part + 1 })}:`] : []), ...now.said].join(" ");
  return html`<section class="replay" aria-label=${say("web-replay")}>
    <p class="told" aria-live="polite">${told}</p>
    ${Position && html`<${Position} view=${now.view} word=${now.word} game=${game} />`}
    <p class="slider">
      <button type="button" aria-label=${say("web-back")} disabled=${at === 0} onClick=${step(-1)}>◀</button>
      <input type="range" min="0" max=${positions.length - 1} value=${at} aria-label=${say("web-replay")}
        aria-valuetext=${told} onInput=${(event) => setAt(Number(event.currentTarget.value))} />
      <button type="button" aria-label=${say("web-on")} disabled=${at === positions.length - 1} onClick=${step(1)}>▶</button>
      <span class="number">${at + 1}/${positions.length}</span>
    </p>
  </section>`;
}

/** The scoresheet; a cell that may be put right is a button. */
function Sheet({ game, part, may, pick }) {
  const everybody = columns(game);
  const worded = game.results.some((one) => one.word);
  const Word = part.history?.Word ?? Plain;
  const value = (cell) => html`${cell.points}${cell.counted !== undefined && html`<sup aria-hidden="true">✎</sup>
    <span class="unseen">${say("web-cell-counted", { n: cell.counted, note: cell.note })}</span>`}`;
  const notes = game.results.flatMap((one, round) => one.cells.flatMap((cell, at) => (cell?.counted === undefined ? []
    : [say("web-cell-note", { round: round + 1, name: everybody[at].name, n: cell.counted, note: cell.note })])));
  return html`<section><h2>${say("web-title-sheet")}</h2>
    <div class="table" tabindex="0" role="region" aria-label=${say("web-title-sheet")}><table>
      <thead><tr><th scope="col">${say("web-sheet-round")}</th>${worded && html`<th scope="col">${say("web-sheet-word")}</th>`}
        ${everybody.map((one) => html`<th scope="col" key=${one.seat}>${one.name}</th>`)}</tr></thead>
      <tbody>${game.results.map((one, at) => html`<tr key=${at}><th scope="row">${at + 1}</th>${worded && html`<td class="word"><${Word} result=${one} /></td>`}
        ${one.cells.map((cell, column) => html`<td key=${column} class=${`number ${one.maker === everybody[column].seat ? "maker" : ""}`}>
          ${one.words?.[everybody[column].seat] && html`<span class="word">${one.words[everybody[column].seat]}</span> `}
          ${cell && (may ? html`<button type="button" onClick=${() => pick({ ...cell, round: at + 1, ...everybody[column] })}
              aria-label=${say("web-cell-correct", { name: everybody[column].name, round: at + 1, n: cell.points })}>${value(cell)}</button>`
            : value(cell))}</td>`)}</tr>`)}</tbody>
      <tfoot><tr><th scope="row" colspan=${worded ? 2 : 1}>${say("web-sheet-total")}</th>
        ${game.totals.map((points, at) => html`<td key=${at} class="number"><b>${points}</b></td>`)}</tr></tfoot>
    </table></div>
    ${notes.length > 0 && html`<ul class="notes">${notes.map((note, at) => html`<li key=${at}>✎ ${note}</li>`)}</ul>`}
  </section>`;
}

/** A round's word, as it stands. */
const Plain = ({ result }) => result.word;

function Rename({ game, change, close }) {
  const [name, setName] = useState(game.name);
  const keep = (event) => {
    event.preventDefault();
    change("rename", { name });
  };
  return html`<${Dialog} title=${say("web-rename")} closeWord=${say("web-cancel")} close=${close}>
    <form onSubmit=${keep}><label class="field">${say("web-name")}
      <input value=${name} maxlength=${most("game")} autocomplete="off" onInput=${(event) => setName(event.currentTarget.value)} /></label>
      <p><button class="main">${say("web-keep")}</button></p></form></${Dialog}>`;
}

function Correct({ cell, change, close }) {
  const [points, setPoints] = useState(String(cell.points));
  const [note, setNote] = useState(cell.note ?? "");
  const keep = (event) => {
    event.preventDefault();
    change("correct", { round: cell.round, seat: cell.seat, points: Number(points), note });
  };
  return html`<${Dialog} title=${say("web-cell-title", { name: cell.name, round: cell.round })} closeWord=${say("web-cancel")} close=${close}>
    <form onSubmit=${keep}>
      <p>${say("web-cell-was", { n: cell.counted ?? cell.points })}</p>
      <label class="field">${say("web-cell-points")}
        <input type="number" min="-99" max="999" required value=${points} onInput=${(event) => setPoints(event.currentTarget.value)} /></label>
      <label class="field">${say("web-cell-why")}
        <input value=${note} maxlength=${most("note")} autocomplete="off" onInput=${(event) => setNote(event.currentTarget.value)} /></label>
      <p><button class="main">${say("web-keep")}</button></p>
    </form></${Dialog}>`;
}
