/** Signing in: with the table screen's code, typed or scanned; then by passphrase. */
import { Passphrase, useDoing, Why } from "./parts.js";
import { html } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** Send a form's fields, and reload the page on success. */
function useForm(path) {
  const [send, why] = useDoing();
  const submit = async (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget));
    const answer = await send(path, fields);
    if (answer.ok) location.reload();
  };
  return [submit, why];
}

/** The secret of a scanned QR code; it is removed from the address and the history. */
const scanned = new URLSearchParams(location.hash.slice(1)).get("claim");
if (scanned) history.replaceState(null, "", location.pathname + location.search);

function Code() {
  if (scanned) return html`<input type="hidden" name="code" value=${scanned} />`;
  return html`<ol class="steps"><li>${say("web-claim-1")}</li><li>${say("web-claim-2")}</li><li>${say("web-claim-3")}</li></ol>
    <p class="field"><label for="claim-code">${say("web-claim-code")}</label>
      <input id="claim-code" name="code" class="code" required inputmode="numeric" autocomplete="one-time-code" maxlength="9" /></p>`;
}

function Claim({ atBoard }) {
  const [submit, why] = useForm("/api/teacher/claim");
  return html`<form onSubmit=${submit}>
    ${!atBoard && html`<${Code} />`}
    <${Passphrase} name="passphrase" label=${say("web-passphrase-new")} fresh=${true} />
    <${Why} why=${why} />
    <p><button class="main">${say("web-claim")}</button></p>
  </form>`;
}

function Login() {
  const [submit, why] = useForm("/api/teacher/login");
  return html`<form onSubmit=${submit}>
    <${Passphrase} name="passphrase" label=${say("web-passphrase")} />
    <${Why} why=${why} />
    <p><button class="main">${say("web-sign-in")}</button></p>
  </form>
  <details><summary>${say("web-forgotten")}</summary><p>${say("web-forgotten-how")}</p><${Claim} /></details>`;
}

/** The page of a browser that is not signed in. */
export function SignIn({ claimed, atBoard = false }) {
  return html`<section class="signing">
    <h1>${say("web-title-teacher")}</h1>
    ${claimed && !scanned ? html`<${Login} />` : html`<p>${say(scanned ? "web-claim-scanned" : atBoard ? "web-claim-here" : "web-claim-why")}</p><${Claim} atBoard=${atBoard && !scanned} />`}
    ${scanned && html`<p><a href="/teacher">${say("web-claim-otherwise")}</a></p>`}
    <p class="small"><a href="/wall">${say("web-title-wall")}</a> · <a href="/privacy">${say("web-title-privacy")}</a></p>
  </section>`;
}
