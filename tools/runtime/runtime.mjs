// Makes the files of the package zinegen_runtime from node_modules: Pyodide as it came, but for the standard library, whose
// modules are compiled here, so that no reader's browser has to, without those that no engine asks for. Writes down version, sizes and digests.
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const HERE = new URL("node_modules/pyodide/", import.meta.url)
const THERE = new URL("zinegen_runtime/pyodide/", import.meta.url)
const LIBRARY = "python_stdlib.zip"
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", LIBRARY]
const COMPILE = `
from pathlib import Path
from py_compile import PycInvalidationMode, compile
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

NOT_WANTED = "_pyrepl bdb doctest ftplib imaplib mailbox multiprocessing optparse pdb pickletools plistlib poplib"
NOT_WANTED += " pydoc pydoc_data smtplib unittest wsgiref xml xmlrpc"

with ZipFile("/library.zip") as plain, ZipFile("/compiled.zip", "w", ZIP_DEFLATED) as compiled:
    for name in sorted(plain.namelist()):
        if name.partition("/")[0].removesuffix(".py") in NOT_WANTED.split():
            continue
        content, known = plain.read(name), name
        if name.endswith(".py"):
            Path("/one.py").write_bytes(content)
            place = f"/lib/python314.zip/{name}"
            compile("/one.py", "/one.pyc", place, True, 2, PycInvalidationMode.UNCHECKED_HASH)
            content, known = Path("/one.pyc").read_bytes(), f"{name}c"
        entry = ZipInfo(known, (1980, 1, 1, 0, 0, 0))
        entry.compress_type = ZIP_DEFLATED
        compiled.writestr(entry, content)
`

/** Returns the standard library with compiled modules in place of their sources. */
async function compileLibrary() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", HERE))
  const python = await loadPyodide({ indexURL: fileURLToPath(HERE) })
  python.FS.writeFile("/library.zip", readFileSync(new URL(LIBRARY, HERE)))
  python.runPython(COMPILE)
  return Buffer.from(python.FS.readFile("/compiled.zip"))
}

mkdirSync(THERE, { recursive: true })
const library = await compileLibrary()
const files = FILES.map(name => {
  const content = name === LIBRARY ? library : readFileSync(new URL(name, HERE))
  writeFileSync(new URL(name, THERE), content)
  return { name, size: content.length, sha256: createHash("sha256").update(content).digest("hex") }
})
const { version, license } = JSON.parse(readFileSync(new URL("package.json", HERE), "utf-8"))
// Of the list of packages nothing is wanted but what it is a list for.
const { info } = JSON.parse(readFileSync(new URL("pyodide-lock.json", HERE), "utf-8"))
const about = { name: "Pyodide", version, licence: license, python: info.python, lock: { info, packages: {} }, files }
writeFileSync(new URL("runtime.json", THERE), `${JSON.stringify(about, null, 2)}\n`)
