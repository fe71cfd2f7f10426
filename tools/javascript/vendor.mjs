// Copies the libraries that pages load from node_modules to the assets, below a line that keeps tsc from checking them,
// and writes down version, licence and digest of what was copied.
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"

const HERE = new URL("node_modules/", import.meta.url)
const THERE = new URL("../../site_src/assets/vendor/", import.meta.url)
const LIBRARIES = [
  { name: "@panzoom/panzoom", file: "dist/panzoom.es.js", licence: "MIT-License.txt", as: "panzoom" },
]

mkdirSync(THERE, { recursive: true })
const list = LIBRARIES.map(({ name, file, licence, as }) => {
  const folder = new URL(`${name}/`, HERE)
  const about = JSON.parse(readFileSync(new URL("package.json", folder), "utf-8"))
  const content = readFileSync(new URL(file, folder))
  writeFileSync(new URL(`${as}.js`, THERE), `// @ts-nocheck\n${content}`)
  writeFileSync(new URL(`${as}.LICENSE.txt`, THERE), readFileSync(new URL(licence, folder)))
  const sha256 = createHash("sha256").update(content).digest("hex")
  return { file: `${as}.js`, name, version: about.version, licence: about.license, sha256 }
})
writeFileSync(new URL("vendor.json", THERE), `${JSON.stringify(list, null, 2)}\n`)
