// What is written for the powers on the what-if page: which headings a phase has, and order files made of them.

/**
 * @typedef {import("./what-if.js").Opened} Opened
 * @typedef {import("./question.js").Texts} Texts
 */

const SEASONS = { S: "Spring", F: "Autumn", W: "Winter" }
const KINDS = { M: "moves", R: "retreats", E: "map events", A: "adjustments", P: "placement" }
/** What is asked for in each kind of phase. @type {Record<string, string[]>} */
const SECTIONS = { M: ["orders"], P: ["orders"], R: ["retreats"], A: ["builds"], E: ["events", "coasts"] }

/** Names a phase in words. @param {string} phase such as F1901M */
export function nameOf(phase) {
  const [season, kind] = [phase.slice(0, 1), phase.slice(-1)]
  const named = SEASONS[/** @type {"S"} */ (season)] ?? season
  return `${named} ${phase.slice(1, -1)}, ${KINDS[/** @type {"M"} */ (kind)] ?? kind}`
}

/** Returns the headings under which something is asked for in the phase that is played next. @param {Opened} before */
export function listSections({ phase, phases, sections }) {
  const kind = phase.slice(-1)
  const found = SECTIONS[kind] ?? ["orders"]
  const apart = phases.some(one => one.endsWith("E"))
  return kind === "M" && sections.includes("events") && !apart ? [...found, "events", "coasts"] : found
}

/** Returns the powers that have something to write for the phase that is played next. @param {Opened} before */
export function listWriters({ phase, powers, dislodged, data }) {
  const lost = new Set(Object.keys(dislodged).map(key => data.provinces[key]?.dislodged?.power))
  return phase.endsWith("R") ? powers.filter(power => lost.has(power)) : powers
}

/** Returns the texts that a phase begins with: every unit that may be ordered, on a line of its own. @param {Opened} before @returns {Texts} */
export function listBlanks(before) {
  const provinces = Object.values(before.data.provinces)
  if (!before.phase.endsWith("M")) return {}
  const lines = before.powers.map(power => {
    const units = provinces.flatMap(({ unit }) => (unit?.power === power ? [unit.text] : []))
    return [power, units.sort().join("\n")]
  })
  return { orders: Object.fromEntries(lines) }
}

/** Returns what was really ordered in a phase. @param {string} phase @param {import("./map-facts.js").Order[]} orders @returns {Texts} */
export function listPlayed(phase, orders) {
  /** @type {Texts} */
  const texts = {}
  for (const { section, power, text } of orders.filter(one => one.phase === phase)) {
    const given = (texts[section] ??= {})
    given[power] = given[power] ? `${given[power]}\n${text}` : text
  }
  return texts
}

/** @param {Texts} texts */
export const listPowers = texts => [...new Set(Object.values(texts).flatMap(one => Object.keys(one)))]

/** Returns what is written for a power as an order file. @param {Texts} texts @param {string} power */
export function writeFile(texts, power) {
  const parts = Object.entries(texts).map(([section, given]) => {
    const text = (given[power] ?? "").replaceAll("'''", "")
    return `${section} = '''\n${text}\n'''`
  })
  return parts.join("\n")
}
