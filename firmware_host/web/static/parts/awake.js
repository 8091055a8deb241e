/** Keeps the screen awake while a page is watched. */
import { html } from "../vendor/preact.js";
import { say } from "./words.js";

/** True if the browser lets a page keep the screen awake; it needs https or the board itself. */
const canWake = () => "wakeLock" in navigator;

/** A note in the menu, if only the device's own setting can keep the screen awake. */
export const Sleeps = () => !canWake() && html`<p class="small">${say("web-tablet-sleeps")}</p>`;

/** Whether the screen shall stay awake, and the lock for it. */
let wanted = false, lock = null;

/** Keep the screen awake, or let it sleep. The browser releases the lock when the page is hidden. */
export async function stayAwake(wakes) {
  wanted = wakes;
  if (wanted && canWake() && !lock && document.visibilityState === "visible") {
    lock = {};
    // Refused on a low battery; then the device's own setting counts.
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => { lock = null; });
  }
  if (!wanted) await lock?.release?.();
}

document.addEventListener("visibilitychange", () => stayAwake(wanted));
