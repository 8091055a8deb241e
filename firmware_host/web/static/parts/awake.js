/** The screen stays awake as long as a page is watched. */
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

/** Whether a browser lets a page keep the screen awake; over plain http from elsewhere none does. */
const canWake = () => "wakeLock" in navigator;

/** What a menu says where the device's own setting counts. */
export const Sleeps = () => !canWake() && html`<p class="small">${say("web-tablet-sleeps")}</p>`;

/** Whether the screen is to stay awake now, and what keeps it so. */
let wanted = false, lock = null;

/** Keep the screen awake, or let it sleep. A browser lets go by itself when the page is hidden. */
export async function stayAwake(wakes) {
  wanted = wakes;
  if (wanted && canWake() && !lock && document.visibilityState === "visible") {
    lock = {};
    // Refused where the battery is low; the device's own setting counts then.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => { lock = null; });
  }
  if (!wanted) await lock?.release?.();
}

document.addEventListener("visibilitychange", () => stayAwake(wanted));
