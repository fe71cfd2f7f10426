// Copies what runs Python in a browser from node_modules to the package zinegen-runtime, and writes down version, sizes
// and digests.
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"

const HERE = new URL("node_modules/pyodide/", import.meta.url)
const THERE = new URL("../runtime/zinegen_runtime/pyodide/", import.meta.url)
const FILES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip"]

mkdirSync(THERE, { recursive: true })
const files = FILES.map(name => {
  const content = readFileSync(new URL(name, HERE))
  writeFileSync(new URL(name, THERE), content)
  return { name, size: content.length, sha256: createHash("sha256").update(content).digest("hex") }
})
const { version, license } = JSON.parse(readFileSync(new URL("package.json", HERE), "utf-8"))
// Of the list of packages nothing is wanted but what it is a list for.
const { info } = JSON.parse(readFileSync(new URL("pyodide-lock.json", HERE), "utf-8"))
const about = { name: "Pyodide", version, licence: license, python: info.python, lock: { info, packages: {} }, files }
writeFileSync(new URL("runtime.json", THERE), `${JSON.stringify(about, null, 2)}\n`)
