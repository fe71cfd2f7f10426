// Orders by clicks as steps of a state: which power and heading, how far the line has come, and what it does to a file.
import { dropLines, ordersOf, putLine, unitOf } from "./desk-text.js"
import { beginWalk, clickProvince, isBegun, isDone, lineOf } from "./desk-walk.js"

/**
 * @typedef {object} Clicks
 * @property {Data.Choices} choices
 * @property {string} power
 * @property {string} section the heading under which the line will stand
 * @property {import("./desk-walk.js").Walk} walk
 */

/** Begins a line of a section; without one, of the first that the power has. @param {Clicks} clicks @param {string} [section] @returns {Clicks} */
export function openSection(clicks, section = Object.keys(sectionsOf(clicks))[0] ?? "") {
  return { ...clicks, section, walk: beginWalk(sectionsOf(clicks)[section]) }
}

/** Begins the lines of a power. @param {Clicks["choices"]} choices @param {string} power */
export const openPower = (choices, power) => openSection({ choices, power, section: "", walk: [] })

/** Returns the first node of each section in which a power has something to order. @param {Clicks} clicks */
export const sectionsOf = ({ choices, power }) => choices.powers[power] ?? {}

/** Leaves a line that has been begun. @param {Clicks} clicks */
export const leaveLine = clicks => (isBegun(clicks.walk) ? openSection(clicks, clicks.section) : clicks)

/** Goes back by one click. @param {Clicks} clicks @returns {Clicks} */
export const goBack = clicks =>
  isBegun(clicks.walk) ? { ...clicks, walk: clicks.walk.slice(0, -1) } : clicks

/** Takes up a click on a province as one for a line; undefined where it is none. @param {Clicks} clicks @param {string} key */
export function pick(clicks, key) {
  const { choices, section } = clicks
  const walk = clickProvince(choices.nodes, clicks.walk, key)
  if (walk) return { ...clicks, walk }
  // Whoever clicks another unit has changed his mind.
  const others = isBegun(clicks.walk) ? [section] : [section, ...Object.keys(sectionsOf(clicks))]
  return others.map(one => select(clicks, one, key)).find(one => one !== undefined)
}

/** Begins the order of a unit; undefined where there is none to begin. @param {Clicks} clicks @param {string} section @param {string} key @returns {Clicks | undefined} */
export function select(clicks, section, key) {
  const opened = openSection(clicks, section)
  const walk = clickProvince(clicks.choices.nodes, opened.walk, key)
  return walk && { ...opened, walk }
}

/**
 * Puts a line that has come to its end into a file; undefined where it has not.
 * @param {Clicks} clicks
 * @param {string} text of the file
 */
export function write(clicks, text) {
  if (!isDone(clicks.walk)) return undefined
  const { section, walk } = clicks
  const line = lineOf(walk)
  const unit = unitOf(line)
  const read = unit ? ordersOf(unit) : undefined
  /** @param {string} other */
  const replaces = other => {
    const order = read?.(other)
    return other === line || (section === "orders" ? order !== undefined : order === "")
  }
  return { line, text: putLine(text, section, line, replaces), clicks: openSection(clicks, section) }
}

/** Returns a file without a line; a unit that the program lists stays, without an order. @param {Clicks} clicks @param {string} text @param {string} line */
export function drop({ section }, text, line) {
  return dropLines(text, section, one => one === line, section === "orders" ? unitOf(line) : undefined)
}
