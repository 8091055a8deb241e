/**
 * Compiles the Python of the page beforehand, by the very Python that will run it.
 *
 *     node pack.mjs PYODIDE SOURCES OUT
 *
 * SOURCES is a zip of sources, OUT a folder. In it are written sources.zip and
 * python_stdlib.zip, with bytecode in place of sources.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, sources, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: pyodide });
const zips = { "sources.zip": sources, "python_stdlib.zip": `${pyodide}/python_stdlib.zip` };
for (const [name, from] of Object.entries(zips)) {
  python.FS.writeFile(`/${name}`, new Uint8Array(readFileSync(from)));
  python.globals.set("name", name);
  python.globals.set("level", name === "sources.zip" ? 1 : 2);
  python.runPython(`
import compileall, pathlib, py_compile, shutil, zipfile

here = pathlib.Path("/at") / name
# anyio reads which names it has from its own source.
read = lambda path: path.name == "__init__.py" and "anyio" in path.parts
with zipfile.ZipFile(f"/{name}") as old:
    old.extractall(here)
mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
done = compileall.compile_dir(
    here, stripdir=here, quiet=1, legacy=True, invalidation_mode=mode, optimize=level
)
assert done, f"{name} cannot be compiled"
with zipfile.ZipFile(f"/{name}", "w") as new:  # stored: all of it is packed as one
    for path in sorted(here.rglob("*")):
        if path.is_file() and (path.suffix != ".py" or read(path)):
            inside = zipfile.ZipInfo(str(path.relative_to(here)))  # dated 1980
            new.writestr(inside, path.read_bytes())
shutil.rmtree(here)
`);
  writeFileSync(`${out}/${name}`, python.FS.readFile(`/${name}`));
}
