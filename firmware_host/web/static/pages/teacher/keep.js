/** Sounds, backups, names and passphrase. */
import { base64 } from "./files.js";
import { Asked, Choice, Passphrase, Section, Sure, Tick, useDoing, Why } from "./parts.js";
import { html, useState } from "../../vendor/preact.js";
import { readJson } from "../../parts/read.js";
import { say } from "../../parts/words.js";

const EVENTS = ["yes", "no", "refused", "bonus", "turn", "end"];
const LEVELS = ["silent", "tone", "voice"];

/** The size in bytes of the pieces in which a backup is uploaded. */
const PIECE = 192 * 1024;

/** The choice of a sound for each kind of event. */
export function Sounds({ state }) {
  const [send, why] = useDoing();
  const options = [["", say("web-level-own")], ...LEVELS.map((level) => [level, say(`web-level-${level}`)])];
  return html`<${Section} title=${say("web-sounds")}>
    <${Tick} label=${say("web-board-sound")} checked=${state.sound} change=${(sound) => send("/api/teacher/settings", { sound })} />
    <p>${say("web-sounds-what")}</p>
    <div class="fields">${EVENTS.map((event) => html`<${Choice} key=${event} label=${say(`web-event-${event}`)}
      value=${state.levels[event] ?? ""} options=${state.levels[event] ? options.slice(1) : options}
      change=${(level) => level && send("/api/teacher/levels", { [event]: level })} />`)}</div>
    <${Why} why=${why} />
  </${Section}>`;
}

/** The backups of the board. */
export function Backups({ state }) {
  const [send, why] = useDoing();
  const [backups, setBackups] = useState([]);
  const look = async () => {
    const { ok, json } = await readJson("/api/backups");
    if (ok) setBackups(json.backups);
  };
  const make = async () => {
    await send("/api/backups/make");
    await look();
  };
  const bring = async ({ currentTarget: input }) => {
    const content = new Uint8Array(await input.files[0].arrayBuffer());
    input.value = ""; // the same file can be chosen again
    for (let at = 0; at < content.length; at += PIECE) {
      const data = base64(content.subarray(at, at + PIECE));
      const answer = await send("/api/backups/arrive", { data, at, last: at + PIECE >= content.length });
      if (answer.number === undefined) return;
    }
    await look();
  };
  return html`<${Section} title=${say("web-backups")} opened=${look}>
    <p>${say("web-backups-what")}</p>
    ${state.teacher.restores && html`<p role="status"><b>${say("web-restores")}</b></p>`}
    <ul class="rows">${backups.map((one) => html`<li key=${one.number}>
      <span class="who"><b>${say("web-backup-n", { n: one.number })}</b>
        <span class="small">${Math.ceil(one.bytes / 1024)} KB · ${new Date(one.made * 1000).toLocaleDateString(document.documentElement.lang)}${one.own ? "" : ` · ${say("web-backup-foreign")}`}</span></span>
      <${Asked} word=${say("web-save")} title=${say("web-backup-n", { n: one.number })} means=${say("web-save-means")}
        danger=${false} yes=${() => location.assign(`/api/backups/${one.number}.db`)} />
      ${one.own
        ? html`<${Sure} word=${say("web-restore")} title=${say("web-backup-n", { n: one.number })} means=${say("web-restore-means")}
          yes=${() => send("/api/backups/restore", { number: one.number })} />`
        : html`<${Asked} word=${say("web-restore")} title=${say("web-backup-n", { n: one.number })} means=${`${say("web-restore-foreign")} ${say("web-restore-means")}`}
          yes=${() => send("/api/backups/restore", { number: one.number, foreign: true })} />`}
    </li>`)}</ul>
    <p class="pair"><button type="button" onClick=${make}>${say("web-backup-make")}</button>
      <label class="button">${say("web-backup-bring")}<input class="unseen" type="file" accept=".db" onChange=${bring} /></label></p>
    <${Why} why=${why} />
  </${Section}>`;
}

/** Names, the passphrase, and the list of the teacher's acts. */
export function Privacy({ state }) {
  const [send, why] = useDoing();
  const change = async (event) => {
    event.preventDefault();
    const form = event.currentTarget;
    const answer = await send("/api/teacher/passphrase", Object.fromEntries(new FormData(form)));
    if (answer.ok) form.reset();
  };
  const [sessions, setSessions] = useState([]);
  const look = async () => {
    const { ok, json } = await readJson("/api/teacher/sessions");
    if (ok) setSessions(json.sessions);
  };
  const out = async () => {
    await send("/api/teacher/logout");
    location.reload();
  };
  const end = async (number) => {
    await send("/api/teacher/sessions/end", { number });
    await look();
  };
  return html`<${Section} title=${say("web-names-and-keys")} opened=${look}>
    <p>${say("web-erase-what")} <a href="/privacy">${say("web-title-privacy")}</a></p>
    <p>${say("web-erase-alone")}</p>
    <p><${Asked} word=${say("web-erase")} means=${say("web-erase-means")} yes=${() => send("/api/teacher/erase")} /></p>
    <h3>${say("web-passphrase-change")}</h3>
    <form onSubmit=${change}>
      <${Passphrase} name="old" label=${say("web-passphrase-old")} />
      <${Passphrase} name="passphrase" label=${say("web-passphrase-new")} fresh=${true} />
      <p class="pair"><button>${say("web-passphrase-change")}</button></p>
    </form>
    <${Why} why=${why} />
    <${Sessions} sessions=${sessions} end=${end} out=${out} />
    <${Acts} acts=${state.teacher.acts} />
  </${Section}>`;
}

/** The signed-in browsers: this one can sign out, others can be signed out. */
function Sessions({ sessions, end, out }) {
  const ago = (ms) => time(Date.now() - ms);
  return html`<h3>${say("web-sessions")}</h3>
    <ul class="rows">${sessions.map((one) => html`<li key=${one.number}>
      <span class="who"><b>${one.browser || say("web-session-unnamed")}</b>
        <span class="small">${say("web-session-since", { since: ago(one.began_ms_ago), seen: ago(one.seen_ms_ago) })}</span></span>
      ${one.own
        ? html`<button type="button" onClick=${out}>${say("web-sign-out")}</button>`
        : html`<button type="button" onClick=${() => end(one.number)}>${say("web-session-end")}</button>`}
    </li>`)}</ul>`;
}

/** Return a time of day in the page's language; empty if the time is unknown. */
function time(ms) {
  return ms === null ? "" : new Date(ms).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
}

function Acts({ acts }) {
  return html`<h3>${say("web-acts")}</h3>
    <ul class="acts">${[...acts].reverse().map((one, at) => html`<li key=${at}>
      <span class="number">${time(one.at_ms)}</span> ${say(`web-act-${one.act}`)}</li>`)}</ul>`;
}
