/** Files that a teacher brings. The board reads files of any program. */
import { Choice, Tick } from "./parts.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Larger files are not sent: the board refuses them by their size. As FILE_BYTES in web/classroom/packs.py. */
const FILE_BYTES = 360_000;

/** So many rows of a table are shown. */
const SHOWN = 8;

/** Return bytes in base64. */
export const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Send a file to be read; what comes back is what `send` returns. */
export async function readFile(send, path, file, more = {}) {
  const fits = file.size <= FILE_BYTES;
  const data = fits ? base64(new Uint8Array(await file.arrayBuffer())) : "";
  return send(path, { data, size: file.size, ...more });
}

/** Return the text of the file that was picked, empty for none; the same file can be picked again. */
export async function textOf(send, event) {
  const input = event.currentTarget;
  const [file] = input.files;
  const found = file ? await readFile(send, "/api/files/text", file) : {};
  input.value = "";
  return found.text && found.encoding !== undefined ? found.text : "";
}

/** Return the cells of a column, of every column for null. */
export const cells = (rows, column) => rows.flatMap((row) => (column === null ? row : [row[column] ?? ""])).filter(Boolean);

/**
 * A table that was brought: the column that has the words is tapped.
 *
 * @param {object} given
 * @param {object} given.table What `/api/files/table` answered.
 * @param {function} given.sheet Called with the name of another sheet.
 * @param {function} given.take Called with the cells that were chosen.
 */
export function Table({ table, sheet, take }) {
  const [head, setHead] = useState(table.head);
  const body = head ? table.rows.slice(1) : table.rows;
  const width = Math.max(...table.rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => at);
  const name = (at) => (head && table.rows[0][at]) || say("web-table-column", { name: at + 1 });
  return html`<section class="brought">
    <p><b>${say("web-table-tap")}</b></p>
    <${Notes} table=${table} />
    ${table.sheets.length > 1 && html`<${Choice} label=${say("web-table-sheet")} value=${table.sheet}
      options=${table.sheets.map((one) => [one, one])} change=${sheet} />`}
    <${Tick} label=${say("web-table-head")} checked=${head} change=${setHead} />
    <div class="scrolled" tabindex="0" role="region" aria-label=${say("web-table-tap")}><table>
      <thead><tr>${columns.map((at) => html`<th scope="col" key=${at}>
        <button type="button" class=${at === table.best ? "main" : ""} onClick=${() => take(cells(body, at))}>${name(at)}</button></th>`)}</tr></thead>
      <tbody>${body.slice(0, SHOWN).map((row, at) => html`<tr key=${at}>${columns.map((column) => html`<td key=${column}>${row[column]}</td>`)}</tr>`)}</tbody>
    </table></div>
    ${body.length > SHOWN && html`<p class="small">${say("web-table-more", { n: body.length - SHOWN })}</p>`}
    <p><button type="button" onClick=${() => take(cells(body, null))}>${say("web-table-all")}</button></p>
  </section>`;
}

/** What is odd about a file: its encoding, quotes that are not closed. */
export function Notes({ table }) {
  const odd = table.encoding && table.encoding !== "UTF-8";
  return html`${odd && html`<p role="status">${say("web-table-encoding", { name: table.encoding })}</p>`}
    ${table.open_quotes.length > 0 && html`<p role="status">${say("web-table-quotes", { rows: table.open_quotes.join(", ") })}</p>`}`;
}
