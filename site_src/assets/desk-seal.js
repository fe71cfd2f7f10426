// Orders sealed in the browser, byte for byte as `zinegen seal` does it: a one-time key inside, filled up so that the
// length tells nothing, encrypted to the game's keys and to the one-time key, in armour.
import { gettext } from "./language.js"
import { armor, Encrypter, generateX25519Identity, identityToRecipient } from "./vendor/age.js"

const PREFIX = "AGE-SECRET-KEY-1"
const PADDING = 2048

/**
 * Returns an order file, sealed. Fails with a sentence for the reader.
 * @param {string} orders
 * @param {string[]} keys public keys
 * @param {number} most bytes that may be inside
 */
export async function sealOrders(orders, keys, most) {
  const once = await generateX25519Identity()
  const written = new Date().toISOString().replace(/\.\d+Z$/, "Z")
  const table = `[seal]\nversion = 1\nwritten = ${written}\nopen_key = "${once.slice(PREFIX.length)}"\n`
  const content = new TextEncoder().encode(`${orders.trimEnd()}\n\n${table}`)
  const left = (PADDING - ((content.length + 2) % PADDING)) % PADDING
  const inside = new Uint8Array(content.length + left + 2).fill(46)
  inside.set(content)
  inside[content.length] = 35
  inside[inside.length - 1] = 10
  if (inside.length > most)
    throw new Error(gettext("This file is too long to be sealed: at most {most} bytes.", { most }))
  const sealer = new Encrypter()
  for (const key of [...keys, await identityToRecipient(once)]) sealer.addRecipient(key)
  const { encode } = /** @type {{encode: (file: Uint8Array) => string}} */ (armor)
  return encode(await sealer.encrypt(inside))
}
