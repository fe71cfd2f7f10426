// What is written for the powers on the what-if page: who has something to write, and order files made of it.

/**
 * @typedef {import("./what-if.js").Opened} Opened
 * @typedef {import("./question.js").Texts} Texts
 */

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
