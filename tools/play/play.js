/** Opens the board: the service worker first, then the worker, then the board's page. */
const said = document.getElementById("said"), frame = document.querySelector("iframe");
const all = JSON.parse(document.getElementById("words").textContent);
const asked = [new URLSearchParams(location.search).get("lang"), ...navigator.languages.map((one) => one.slice(0, 2)), "en"];
const language = asked.find((one) => all[one]), words = all[language];
document.documentElement.lang = language;
const tell = (code) => { said.textContent = words[code] ?? code; };

async function open() {
  if (!navigator.serviceWorker) return tell("insecure");
  tell("files");
  navigator.serviceWorker.register("sw.js");
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) {
    await new Promise((come) => navigator.serviceWorker.addEventListener("controllerchange", come, { once: true }));
  }
  const worker = new Worker(`worker.js?lang=${language}`, { type: "module" });
  worker.onmessage = ({ data: { what, why } }) => {
    if (what === "open") begin();
    else tell(why ?? what);
  };
  worker.onerror = ({ message }) => tell(message || "failed");
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => worker.postMessage(data, [...ports]));
  navigator.serviceWorker.startMessages();
  return undefined;
}

function begin() {
  frame.src = `./?at=board&lang=${language}`;
  frame.addEventListener("load", () => { document.body.className = "open"; frame.focus(); }, { once: true });
}

open();
