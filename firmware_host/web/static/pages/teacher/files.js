/** Files that a teacher uploads. The board decodes the formats of all programs. */
import { Choice, Tick } from "./parts.js";
import { html, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The largest file in bytes; of a larger one only the size is sent, and the board refuses it. As FILE_BYTES in web/classroom/packs.py. */
const FILE_BYTES = 360_000;

/** The number of rows of a table that are shown. */
const SHOWN = 8;

/** Return bytes in base64. */
export const base64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Send a file to be decoded; return what `send` returns. */
export async function readFile(send, path, file, more = {}) {
  const fits = file.size <= FILE_BYTES;
  const data = fits ? base64(new Uint8Array(await file.arrayBuffer())) : "";
  return send(path, { data, size: file.size, ...more });
}

/** Return the text of the chosen file, empty for none; the same file can be chosen again. */
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
 * An uploaded table; the user taps the column with the words.
 *
 * @param {object} given
 * @param {object} given.table The response of `/api/files/table`.
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

/** Notes about a file: its encoding, and quotes that are not closed. */
export function Notes({ table }) {
  const odd = table.encoding && table.encoding !== "UTF-8";
  return html`${odd && html`<p role="status">${say("web-table-encoding", { name: table.encoding })}</p>`}
    ${table.open_quotes.length > 0 && html`<p role="status">${say("web-table-quotes", { rows: table.open_quotes.join(", ") })}</p>`}`;
}
