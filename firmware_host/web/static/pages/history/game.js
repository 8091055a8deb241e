/** One game: its replay, its scoresheet, and its charts. */
import { Back, led } from "../../parts/aside/back.js";
import { when } from "../../parts/aside/when.js";
import { Dialog } from "../../parts/dialog.js";
import { PointsChart } from "./charts.js";
import { Replay } from "./replay.js";
import { Scoresheet, columns } from "../../parts/aside/scoresheet.js";
import { actShowing } from "../../parts/live.js";
import { html, useState } from "../../vendor/preact.js";
import { most, say } from "../../parts/words.js";

export function Game({ game, kind, part, letters, may, again }) {
  const [open, setOpen] = useState(null);
  const [why, setWhy] = useState("");
  const send = async (path, body) => {
    const answer = await actShowing(setWhy)(`/api/history/${path}`, { game: game.game, ...body });
    if (answer.ok) setOpen(null);
    return answer.ok;
  };
  const change = async (path, body) => (await send(path, body)) && again();
  const remove = async () => (await send("delete", {})) && location.assign(led("/history"));
  const { lang } = document.documentElement;
  return html`
    <${Back} above=${{ href: led("/history"), text: say("web-title-history") }} />
    <h1>${game.name || say("web-game-n", { n: game.game })}</h1>
    <${House} kind=${kind} game=${game} />
    ${game.positions.length > 0 && html`<${Replay} game=${game} part=${part} letters=${letters} />`}
    ${game.results.length > 0 && html`
      <section><h2>${say("web-title-sheet")}</h2>
        <${Scoresheet} game=${game} Word=${part.history?.Word} Cell=${(given) => html`<${Cell} ...${given} pick=${may && setOpen} />`} /></section>
      <${PointsChart} game=${game} names=${columns(game).map((one) => one.name)} />`}
    <p class="why" role="alert">${why}</p>
    <p class="pair screen-only">
      <a class="button" href=${led("/sheet", { game: game.game })}>${say("web-print")}</a>
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

/** The game's name, its date, and its changed options. */
function House({ kind, game }) {
  const { rules } = game;
  const own = (kind?.knobs ?? []).filter((knob) => knob.name in rules).map((knob) => {
    const value = rules[knob.name];
    return `${knob.text}: ${knob.choices.find((one) => one.value === value)?.text ?? value}`;
  });
  return html`<p class="small">${[kind?.title, when(game), ...own].filter(Boolean).join(" · ")}</p>`;
}

/** A cell of the scoresheet; a cell that can be corrected is a button. */
function Cell({ points, cell, round, one, pick }) {
  if (!cell) return null;
  const value = html`${points}${cell.counted !== undefined && html`<sup aria-hidden="true">*</sup>
    <span class="unseen">${say("web-cell-counted", { n: cell.counted, note: cell.note })}</span>`}`;
  return pick ? html`<button type="button" onClick=${() => pick({ ...cell, round, ...one })}
    aria-label=${say("web-cell-correct", { name: one.name, round, n: points })}>${value}</button>` : value;
}

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
