// Copies the libraries that pages load from node_modules to the assets, below a line that keeps tsc from checking them,
// and writes down version, licence and digest of what was copied. A library of many files becomes one module.
import { buildSync } from "esbuild"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const HERE = new URL("node_modules/", import.meta.url)
const THERE = new URL("../../site_src/assets/vendor/", import.meta.url)
const LIBRARIES = [
  { name: "@panzoom/panzoom", file: "dist/panzoom.es.js", licence: "MIT-License.txt", as: "panzoom" },
  {
    name: "age-encryption",
    uses: ["Encrypter", "Decrypter", "armor", "generateX25519Identity", "identityToRecipient"],
    licence: "LICENSE",
    inside: ["@noble/ciphers", "@noble/curves", "@noble/hashes", "@noble/post-quantum", "@scure/base"],
    as: "age",
  },
]

/** Returns what is needed of a library and of those that it needs as one module. */
function bundle(name, uses) {
  const made = buildSync({
    stdin: { contents: `export { ${uses.join(", ")} } from "${name}"`, resolveDir: fileURLToPath(HERE) },
    bundle: true,
    minify: true,
    legalComments: "none",
    format: "esm",
    target: "es2022",
    write: false,
  })
  return made.outputFiles[0].contents
}

const about = name => JSON.parse(readFileSync(new URL(`${name}/package.json`, HERE), "utf-8"))

mkdirSync(THERE, { recursive: true })
const list = LIBRARIES.map(({ name, file, uses, licence, inside = [], as }) => {
  const content = uses ? bundle(name, uses) : readFileSync(new URL(`${name}/${file}`, HERE))
  writeFileSync(new URL(`${as}.js`, THERE), Buffer.concat([Buffer.from("// @ts-nocheck\n"), content]))
  const licences = [`${name}/${licence}`, ...inside.map(one => `${one}/LICENSE`)].map(path =>
    readFileSync(new URL(path, HERE), "utf-8"),
  )
  const heads = [name, ...inside].map((one, place) => `${one}\n\n${licences[place]}`)
  writeFileSync(new URL(`${as}.LICENSE.txt`, THERE), inside.length ? heads.join("\n\n") : licences[0])
  const sha256 = createHash("sha256").update(content).digest("hex")
  const { version, license } = about(name)
  const parts = inside.map(one => ({ name: one, version: about(one).version, licence: about(one).license }))
  return { file: `${as}.js`, name, version, licence: license, sha256, ...(inside.length && { inside: parts }) }
})
writeFileSync(new URL("vendor.json", THERE), `${JSON.stringify(list, null, 2)}\n`)
