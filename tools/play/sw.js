/**
 * Stands where a board's web server stands: it hands what the pages ask to the worker.
 *
 * What never changes comes from its cache, so that the second visit needs no network.
 * "BUILD" and "PACKED" are filled in when the site is built.
 */
const BUILD = "@BUILD@", PACKED = new Set(JSON.parse('@PACKED@'));
const SCOPE = new URL(registration.scope);

/** Files of this folder, by their path from here; all else is answered by the board. */
const OURS = /^\/(?:index\.html|play\.(?:js|css)|mount\.js|worker\.js|sources\.zip|pyodide\/.*|static\/.*)?$/;

const FIRST = ["./", "play.js", "play.css"];

/** What a server may not know, or calls by what it is packed with. */
const TYPES = { js: "text/javascript", mjs: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm", zip: "application/zip" };

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FIRST))); // which came before there was anybody to keep them
});
addEventListener("activate", (event) => event.waitUntil(settle()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== SCOPE.origin) return;
  event.respondWith(answer(event, pathOf(url), url));
});

async function settle() {
  for (const name of await caches.keys()) if (name.startsWith("letterzone-") && name !== BUILD) await caches.delete(name);
  await clients.claim();
}

/** Our pages name paths from the root, wherever this folder lies. */
const pathOf = ({ pathname }) => (pathname.startsWith(SCOPE.pathname) ? pathname.slice(SCOPE.pathname.length - 1) : pathname);

async function answer(event, path, url) {
  const isTop = event.request.mode === "navigate" && path === "/" && !url.searchParams.has("at");
  if (isTop || (path !== "/" && OURS.test(path))) return kept(path, url, event);
  return asked(event.request, path, url);
}

/** Return a file from the cache, or fetch and keep it; what is packed is unpacked here. */
async function kept(path, url, event) {
  const cache = await caches.open(BUILD), key = new URL(`.${path}`, SCOPE).href;
  const found = await cache.match(key);
  if (found) return found;
  const packed = PACKED.has(path.slice(1));
  const fetched = await fetch(packed ? `${key}.gz` : key, { cache: "no-cache" });
  if (!fetched.ok) return fetched;
  const body = packed ? fetched.body.pipeThrough(new DecompressionStream("gzip")) : fetched.body;
  const type = TYPES[path.split(".").pop()] ?? fetched.headers.get("content-type") ?? "application/octet-stream";
  const whole = new Response(body, { headers: { "content-type": type } });
  event.waitUntil(cache.put(key, whole.clone()).catch(() => {})); // a full disk: fetched again next time
  return whole;
}

/** Ask the board, which lives in the worker of the page that was opened first. */
async function asked(request, path, url) {
  const board = await boardOf();
  if (!board) return Response.redirect(SCOPE.href, 302);
  const body = request.method === "GET" ? null : await request.arrayBuffer();
  const headers = { "sec-fetch-mode": request.mode === "navigate" ? "navigate" : "cors" };
  for (const name of ["accept-language", "content-type", "x-letterzone"]) {
    if (request.headers.has(name)) headers[name] = request.headers.get(name);
  }
  url.searchParams.delete("at");
  const done = await over(board, { method: request.method, target: path + url.search, headers, body });
  return dressed(done, request.mode === "navigate");
}

/** Return the board's answer as one of this folder's; a page gets what leads it here. */
function dressed({ status, headers, body }, isPage) {
  const said = { "content-type": headers["content-type"] ?? "text/plain", "cache-control": "no-store" };
  if (headers["content-disposition"]) said["content-disposition"] = headers["content-disposition"];
  if (!isPage || !said["content-type"].startsWith("text/html")) return new Response(body, { status, headers: said });
  const script = `<script src="${SCOPE.pathname}mount.js"></script>`;
  const text = new TextDecoder().decode(body).replace("<head>", `<head>${script}`);
  said["content-security-policy"] = headers["content-security-policy"].replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  return new Response(text, { status, headers: said });
}

const boardOf = async () => (await clients.matchAll({ type: "window", includeUncontrolled: true }))
  .find(({ url, frameType }) => frameType === "top-level" && isBoard(new URL(url)));
const isBoard = ({ pathname, searchParams }) => pathname.replace(/index\.html$/, "") === SCOPE.pathname && !searchParams.has("at");

function over(board, message) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((tell) => {
    port1.onmessage = ({ data }) => tell(data);
    board.postMessage(message, [port2]);
  });
}

/** A page that opens a socket gives us one end of it. */
addEventListener("message", async ({ data, ports: [port] }) => {
  const board = await boardOf();
  if (board) board.postMessage(data, [port]);
  else port.postMessage({ kind: "close" });
});
