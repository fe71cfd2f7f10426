// The facts behind a map, as `docs/map-data.md` describes them: read, refused where they are of a later form, asked.

import { gettext, N_ } from "./language.js"
import { readLine } from "./polylines.js"

const FORMAT = 2
const SPOILT = N_("What lies behind this map is spoilt.")

/** @type {Map<string, Promise<Data.Facts>>} */
const known = new Map()

/**
 * Returns the facts at an address, fetched once a page. Fails with a sentence for the reader.
 * @param {string} address
 * @returns {Promise<Data.Facts>}
 */
export function loadFacts(address) {
  const found = known.get(address) ?? fetchFacts(address)
  known.set(address, found)
  found.catch(() => known.delete(address))
  return found
}

/**
 * Returns the data at an address. Fails with a sentence for the reader: where there are none, or of a later form.
 * @param {string} address
 * @param {number} format the latest form that is known
 * @param {string} what the data are, to begin a sentence with
 */
export async function loadData(address, format, what) {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok) throw new Error(gettext("{what} cannot be fetched just now.", { what }))
  const data = await answer.json().catch(() => undefined)
  if (typeof data?.format !== "number") throw new Error(gettext("{what} is spoilt.", { what }))
  if (data.format > format)
    throw new Error(gettext("{what} is newer than this page: load the page again.", { what }))
  return data
}

/** @param {string} address @returns {Promise<Data.Facts>} */
async function fetchFacts(address) {
  const facts = await loadData(address, FORMAT, gettext("What lies behind this map"))
  const places = facts.before?.provinces
  if (!places || typeof places !== "object" || !isPlain(facts.after ?? {})) throw new Error(gettext(SPOILT))
  if (![facts.lines, facts.orders, facts.between ?? []].every(Array.isArray)) throw new Error(gettext(SPOILT))
  return facts
}

/**
 * Returns one position of a season: `before`, `after`, or that in which a later phase was played.
 * @param {Data.Facts} facts
 * @param {string} name
 * @returns {Data.Position}
 */
export function findPosition(facts, name) {
  if (name === "before") return facts.before
  let found = facts.before
  for (const changes of facts.between ?? []) {
    found = /** @type {Data.Position} */ (join(found, changes))
    if (found.phase === name) return found
  }
  if (name === "after" && facts.after) return /** @type {Data.Position} */ (join(found, facts.after))
  throw new Error(gettext("What lies behind this map is newer than this page: load the page again."))
}

/**
 * Returns what comes of differences: those that are objects are joined in turn, null is left out.
 * @param {Record<string, any>} old
 * @param {Record<string, any>} changes
 */
function join(old, changes) {
  const found = { ...old }
  for (const [name, value] of Object.entries(changes))
    if (value === null) delete found[name]
    else found[name] = isPlain(value) && isPlain(found[name]) ? join(found[name], value) : value
  return found
}

/** @param {unknown} value */
const isPlain = value => typeof value === "object" && value !== null && !Array.isArray(value)

/**
 * Returns the path of a province's outline, as SVG writes it.
 * @param {string[]} lines
 * @param {number[][]} outline
 */
export function writePath(lines, outline) {
  return outline.map(ring => `M${ring.flatMap(number => pointsOf(lines, number)).join(" ")}z`).join("")
}

/** Returns the points of a line of the map, in tenths. @param {string[]} lines @param {number} number */
export function pointsOf(lines, number) {
  const course = readLine(lines[Math.abs(number) - 1] ?? "")
  /** @type {[number, number][]} */
  const points = []
  for (let at = 0; at < course.length; at += 2) points.push([course[at] ?? 0, course[at + 1] ?? 0])
  return number < 0 ? points.reverse() : points
}

/**
 * Returns the keys of provinces by what orders call them, with coasts or without.
 * @param {Data.Position} position
 */
export function listNames(position) {
  /** @type {Map<string, string>} */
  const found = new Map()
  for (const [key, province] of Object.entries(position.provinces)) found.set(province.abbreviation, key)
  return found
}

/** Returns a place without its coast. @param {string} place */
export const provinceOf = place => place.split("/")[0] ?? place

/**
 * Returns the provinces whose names or abbreviations begin with what was typed, the best first.
 * @param {Data.Position} position
 * @param {string} typed
 */
export function findProvinces(position, typed) {
  const wanted = typed.trim().toLowerCase()
  if (!wanted) return []
  /** @param {Data.Province} one */
  const rank = one => {
    if (one.abbreviation.toLowerCase() === wanted) return 0
    if (one.name.toLowerCase().startsWith(wanted)) return 1
    if (one.abbreviation.toLowerCase().startsWith(wanted)) return 2
    return one.name
      .toLowerCase()
      .split(/[\s-]+/)
      .some(word => word.startsWith(wanted))
      ? 3
      : 9
  }
  return Object.entries(position.provinces)
    .map(([key, one]) => ({ key, rank: rank(one), name: one.name }))
    .filter(one => one.rank < 9)
    .sort((one, other) => one.rank - other.rank || one.name.localeCompare(other.name))
    .map(one => one.key)
}

/**
 * Returns the neighbour that lies most in a direction from a province; none where nothing lies there.
 * @param {Data.Position} position
 * @param {string} key
 * @param {[number, number]} direction of length 1
 */
export function neighbourTowards(position, key, [dx, dy]) {
  const here = position.provinces[key]
  if (!here?.at) return undefined
  const [x, y] = here.at
  let best
  let least = Infinity
  for (const other of here.touches ?? []) {
    const at = position.provinces[other]?.at
    if (!at) continue
    const [ax, ay] = [at[0] - x, at[1] - y]
    const along = ax * dx + ay * dy
    const off = Math.abs(ax * dy - ay * dx)
    if (along > 0 && off <= 2 * along && along + 2 * off < least) [best, least] = [other, along + 2 * off]
  }
  return best
}
