// Orders by clicks: a walk through what can be ordered, click by click, to a line of an order file, and what the line does
// to the file. The tree of clicks is made by the program (docs/map-data.md, "Choices"): here nothing is known of any rule.
import { dropLines, listLines, ordersOf, putLine, unitOf } from "./desk-text.js"

// ----------------------------------------------------------------------------------- the walk

/** @param {Desk.Clicks} clicks */
export const lineOf = ({ walk }) => walk.at(-1)?.line ?? ""

/** @param {Desk.Clicks} clicks */
export const isBegun = ({ walk }) => walk.length > 1

/** @param {Data.Choices} choices @param {Desk.Place | undefined} place @returns {Data.Node} */
const nodeAt = ({ nodes }, place) => nodes[place?.todo[0] ?? -1] ?? {}

/** @param {Desk.Place} place @param {Data.Step} step @returns {Desk.Place} */
const follow = (place, [text, ...next]) => ({
  line: place.line + text,
  todo: [...next, ...place.todo.slice(1)],
})

/**
 * Returns the provinces that can be clicked, each with where that leads: by itself, or by the first button that asks for
 * provinces, so that a click on a unit and one on a province are a move.
 * @param {Desk.Clicks} clicks
 */
export function listProvinces({ choices, walk }) {
  /** @type {Map<string, Desk.Place[]>} */
  const found = new Map()
  const here = walk.at(-1)
  if (!here) return found
  const { provinces = {}, buttons = [] } = nodeAt(choices, here)
  for (const [key, step] of Object.entries(provinces)) found.set(key, [follow(here, step)])
  for (const [, ...step] of buttons) {
    const beyond = follow(here, step)
    const next = Object.entries(nodeAt(choices, beyond).provinces ?? {})
    for (const [key, one] of next) if (!found.has(key)) found.set(key, [beyond, follow(beyond, one)])
    if (next.length) break
  }
  return found
}

/** Returns the buttons that can be pressed: the label of each, and the step. @param {Desk.Clicks} clicks @returns {[string, ...Data.Step][]} */
export const listButtons = ({ choices, walk }) => nodeAt(choices, walk.at(-1)).buttons ?? []

/** @param {Desk.Clicks} clicks @param {Desk.Place[]} places @returns {Desk.Clicks} */
const goTo = (clicks, places) => ({ ...clicks, walk: [...clicks.walk, ...places] })

/** Goes where a click on a province leads; undefined where that is nowhere. @param {Desk.Clicks} clicks @param {string} key */
export function clickProvince(clicks, key) {
  const places = listProvinces(clicks).get(key)
  return places && goTo(clicks, places)
}

/** Goes where a button leads. @param {Desk.Clicks} clicks @param {number} number of the button */
export function pressButton(clicks, number) {
  const here = clicks.walk.at(-1)
  const [, ...step] = listButtons(clicks)[number] ?? ["", ""]
  return here ? goTo(clicks, [follow(here, step)]) : clicks
}

/** Tells whether the line may end here. @param {Desk.Clicks} clicks */
export function mayEnd({ choices, walk }) {
  const { todo = [] } = walk.at(-1) ?? {}
  return todo.length > 0 && todo.every(number => choices.nodes[number]?.end)
}

/** @param {Desk.Clicks} clicks */
export const endLine = clicks => goTo(clicks, [{ line: lineOf(clicks), todo: [] }])

/** Goes back by one click. @param {Desk.Clicks} clicks @returns {Desk.Clicks} */
export const goBack = clicks => (isBegun(clicks) ? { ...clicks, walk: clicks.walk.slice(0, -1) } : clicks)

// ---------------------------------------------------------------------------------- the lines

/** Returns the first node of each section in which the power has something to order. @param {Desk.Clicks} clicks */
export const sectionsOf = ({ choices, power }) => choices.powers[power] ?? {}

/** Begins a line of a section; without one, of the first that the power has. @param {Desk.Clicks} clicks @param {string} [section] @returns {Desk.Clicks} */
export function openSection(clicks, section = Object.keys(sectionsOf(clicks))[0] ?? "") {
  const root = sectionsOf(clicks)[section]
  const walk = root === undefined ? [] : [{ line: "", todo: [root] }]
  return { ...clicks, section, walk, isMeant: false }
}

/** Begins the lines of a power. @param {Data.Choices} choices @param {string} power */
export const openPower = (choices, power) =>
  openSection({ choices, power, section: "", walk: [], isMeant: false })

/** Leaves a line that has been begun. @param {Desk.Clicks} clicks */
export const leaveLine = clicks => (isBegun(clicks) ? openSection(clicks, clicks.section) : clicks)

/** Takes up a click on a province as one for a line; undefined where it is none. @param {Desk.Clicks} clicks @param {string} key */
export function pick(clicks, key) {
  const { section } = clicks
  // Whoever clicks another unit has changed his mind.
  const others = isBegun(clicks) ? [section] : [section, ...Object.keys(sectionsOf(clicks))]
  return (
    clickProvince(clicks, key) ?? others.map(one => select(clicks, one, key)).find(one => one !== undefined)
  )
}

/** Begins the order of a unit; undefined where there is none to begin. @param {Desk.Clicks} clicks @param {string} section @param {string} key */
export const select = (clicks, section, key) => clickProvince(openSection(clicks, section), key)

/** Tells whether a line has come to its end. @param {Desk.Clicks} clicks */
const isWhole = ({ walk }) => walk.at(-1)?.todo.length === 0

/** Returns another order for the unit of a line that has come to its end, where one is written. @param {Desk.Clicks} clicks @param {string} text of the file */
export function findContradicted(clicks, text) {
  const line = lineOf(clicks)
  const unit = unitOf(line)
  if (!isWhole(clicks) || clicks.section !== "orders" || !unit) return undefined
  const read = ordersOf(unit)
  return listLines(text, "orders").find(one => read(one.text) && read(one.text) !== read(line))?.text
}

/** Writes a line in place of the order that it contradicts. @param {Desk.Clicks} clicks @returns {Desk.Clicks} */
export const insist = clicks => ({ ...clicks, isMeant: true })

/**
 * Puts a line that has come to its end into a file; undefined where it has not, or contradicts what is written.
 * @param {Desk.Clicks} clicks
 * @param {string} text of the file
 */
export function write(clicks, text) {
  if (!isWhole(clicks) || (!clicks.isMeant && findContradicted(clicks, text))) return undefined
  const { section } = clicks
  const line = lineOf(clicks)
  const unit = unitOf(line)
  const read = unit ? ordersOf(unit) : undefined
  /** @param {string} other */
  const replaces = other => {
    const order = read?.(other)
    return other === line || (section === "orders" ? order !== undefined : order === "")
  }
  return { line, text: putLine(text, section, line, replaces), clicks: openSection(clicks, section) }
}

/** Returns a file without a line; a unit that the program lists stays, without an order. @param {Desk.Clicks} clicks @param {string} text @param {string} line */
export function drop({ section }, text, line) {
  return dropLines(text, section, one => one === line, section === "orders" ? unitOf(line) : undefined)
}
