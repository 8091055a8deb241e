/** The board: Python in a worker, asked by the pages as a board on the network is. */
import { loadPyodide } from "./pyodide/pyodide.mjs";

let python;

const told = (what, more = {}) => postMessage({ what, ...more });

async function begin(language) {
  const here = new URL("./", location.href).href;
  const packed = fetch(`${here}sources.zip`).then((answer) => answer.arrayBuffer());
  python = await loadPyodide({ indexURL: `${here}pyodide/` });
  told("python");
  python.unpackArchive(await packed, "zip", { extractDir: "/sources" });
  python.runPython("import sys; sys.path.insert(0, '/sources')");
  const module = python.pyimport("page_board");
  told("rules");
  return module.begin(language);
}

/** Answer a request of a page; its body goes back without a copy. */
async function answer(board, { method, target, headers, body }, port) {
  try {
    const done = await board.ask(method, target, python.toPy(headers), python.toPy(new Uint8Array(body ?? 0)));
    const [status, said, bytes] = done.toJs({ dict_converter: Object.fromEntries });
    done.destroy();
    const own = bytes.slice().buffer;
    port.postMessage({ status, headers: said, body: own }, [own]);
  } catch (fault) {
    console.error(fault);
    port.postMessage({ status: 500, headers: {}, body: new ArrayBuffer(0) });
  }
}

/** Keep a socket open until either end hangs up. */
async function dial(board, { target, language }, port) {
  const hangUp = await board.dial(target, language, (kind, text) => port.postMessage({ kind, text }));
  port.onmessage = () => hangUp();
}

const language = new URLSearchParams(location.search).get("lang") ?? "en";
const begun = begin(language);
begun.then(() => told("open"), (fault) => told("failed", { why: String(fault) }));

onmessage = async ({ data, ports: [port] }) => {
  const board = await begun;
  await (data.socket ? dial : answer)(board, data, port);
};
