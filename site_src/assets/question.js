// A question of the what-if page: from where, what was put on the board by hand, what is ordered in each phase. It
// fits into the end of an address, packed, so that a link holds all of it and nothing is kept anywhere.
import { gettext } from "./language.js"

const VERSION = "1"
const PLACE = /^(games\/[a-z0-9-]+\/[a-z0-9-]+|rules\/[a-z0-9-]+)$/
const LONGEST = 200_000
const MOST_STEPS = 100 // phases of a question: each is judged anew when the page opens

/** Returns the end of the page's address; as it stands where its percent signs are spoilt. */
export function readFragment() {
  const end = location.hash.slice(1)
  try {
    return decodeURIComponent(end)
  } catch {
    return end
  }
}

/**
 * Returns the end of an address that holds a question. Fails with a sentence where it would be too long to be read again.
 * @param {Try.Question} question
 */
export async function packQuestion(question) {
  if (question.steps.length > MOST_STEPS)
    throw new Error(gettext("No link can hold more than {count} phases.", { count: MOST_STEPS }))
  const plain = new TextEncoder().encode(JSON.stringify(question))
  if (plain.length > LONGEST) throw new Error(gettext("No link can hold a question as long as this."))
  const bytes = await pass(plain, new CompressionStream("deflate"))
  const text = Array.from(bytes, one => String.fromCharCode(one)).join("")
  return `${VERSION}.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`
}

/**
 * Returns the question at the end of an address: packed, or the mere page it begins from.
 * Fails with a sentence for the reader where it is spoilt.
 * @param {string} fragment
 * @returns {Promise<Try.Question>}
 */
export async function readQuestion(fragment) {
  if (PLACE.test(fragment)) return { at: fragment, steps: [] }
  const [version = "", packed = ""] = fragment.split(".")
  if (/^\d+$/.test(version) && version !== VERSION)
    throw new Error(
      gettext("This link was made by a later version of the page, which can read it: load the page anew."),
    )
  const spoilt = new Error(
    gettext("The end of this link is spoilt: it holds no question. Ask whoever gave it to you."),
  )
  try {
    const text = atob(packed.replaceAll("-", "+").replaceAll("_", "/"))
    const bytes = Uint8Array.from(text, one => one.charCodeAt(0))
    const found = await pass(bytes, new DecompressionStream("deflate"))
    const question = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(found))
    if (isQuestion(question)) return question
  } catch {
    throw spoilt
  }
  throw spoilt
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function pass(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader()
  /** @type {number[]} */
  const found = []
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const byte of part.value) found.push(byte)
    if (found.length > LONGEST) throw new Error("too long")
  }
  return Uint8Array.from(found)
}

/** @param {unknown} thing @returns {thing is Record<string, unknown>} */
const isTable = thing => typeof thing === "object" && thing !== null && !Array.isArray(thing)

/** @param {unknown} thing @param {(one: unknown) => boolean} holds */
const isTableOf = (thing, holds) => isTable(thing) && Object.values(thing).every(holds)

/** @param {unknown} one */
const isText = one => typeof one === "string"

/** @param {unknown} one */
const isList = one => Array.isArray(one) && one.every(isText)

/** @param {unknown} thing @returns {thing is Try.Question} */
function isQuestion(thing) {
  if (!isTable(thing) || typeof thing.at !== "string" || !PLACE.test(thing.at)) return false
  const { layout = {}, steps } = thing
  return isLayout(layout) && Array.isArray(steps) && steps.length <= MOST_STEPS && steps.every(isStep)
}

/** @param {unknown} thing */
function isLayout(thing) {
  if (!isTable(thing)) return false
  const { phase = "", options = {}, units = {}, centres = {}, events = [] } = thing
  return (
    isText(phase) &&
    isTable(options) &&
    isTableOf(units, isList) &&
    isTableOf(centres, isList) &&
    isList(events)
  )
}

/** @param {unknown} thing */
function isStep(thing) {
  if (!isTable(thing)) return false
  const { texts, throws } = thing
  return isTableOf(texts, one => isTableOf(one, isText)) && isTableOf(throws, Number.isInteger)
}
