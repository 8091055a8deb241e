/** Installing another version from a USB stick, or the previous one. */
import { Section, Sure, useDoing, Why } from "./parts.js";
import { html, useEffect, useState } from "../../vendor/preact.js";
import { say } from "../../parts/words.js";

/** The period in milliseconds in which the progress of an update is fetched. */
const EVERY_MS = 1000;

/** The running version, and the possible updates. */
export function Update({ state }) {
  const [update, setUpdate] = useState(null);
  const look = async () => {
    const answer = await fetch("/api/update", { cache: "no-store" }).catch(() => null);
    if (answer?.ok) setUpdate((await answer.json()).update ?? { missing: true });
  };
  return html`<${Section} title=${say("web-update")} opened=${look}>
    ${update && (update.missing
      ? html`<p>${say("web-update-missing")}</p>`
      : html`<${News} update=${update} look=${look} playing=${state.phase === "playing"} />`)}
  </${Section}>`;
}

function News({ update, look, playing }) {
  const [send, why] = useDoing();
  useEffect(() => {
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  const want = (wish) => async () => {
    await send("/api/update", { want: wish });
    await look();
  };
  const { now, state, version, back, text } = update;
  const busy = playing || state === "working";
  return html`
    <p>${say("web-update-now", { version: now })}</p>
    <p role="status">${state === "quiet" ? "" : state === "failed" ? text : say(`web-update-${state}`, { version })}</p>
    ${playing && html`<p class="small">${say("web-update-game")}</p>`}
    <p class="pair">
      ${state === "offered"
        ? html`<${Sure} word=${say("web-update-install", { version })} means=${say("web-update-means")} danger=${false} disabled=${busy} yes=${want("install")} />
          <button type="button" onClick=${want("leave")}>${say("web-update-leave")}</button>`
        : html`<button type="button" disabled=${busy} onClick=${want("look")}>${say("web-update-look")}</button>`}
      ${back && html`<${Sure} word=${say("web-update-back", { version: back })} means=${say("web-update-back-means")} disabled=${busy} yes=${want("back")} />`}
    </p>
    <p class="small">${say("web-update-how")}</p>
    <${Why} why=${why} />`;
}
