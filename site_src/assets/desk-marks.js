// The orders of a file drawn over the map: those that the engine has read; without it those written as the desk does.
import { listNames, provinceOf } from "./map-facts.js"
import { drawOrders } from "./order-marks.js"

/**
 * @typedef {import("./order-marks.js").Drawable} Drawable
 * @typedef {import("./order-marks.js").Mark} Mark
 * @typedef {Awaited<ReturnType<typeof import("./map-table.js").openTable>>["sheets"][number]} Sheet
 */

const UNIT = "(?:A/F|A|F|M) (\\S+)"
const WITH_POWER = `(?:\\p{Lu}+ )?${UNIT}`
/** @type {[RegExp, (...names: string[]) => Mark][]} canonical lines, and what is drawn of them */
const LINES = [
  [
    new RegExp(`^${UNIT} S ${WITH_POWER}(?: - (\\S+))?$`, "u"),
    (from, of, to) => ({ kind: "support", from, of, to: to ?? of }),
  ],
  [
    new RegExp(`^${UNIT} C ${WITH_POWER} - (\\S+)$`, "u"),
    (from, of, to) => ({ kind: "convoy", from, of, to }),
  ],
  [new RegExp(`^${UNIT} - ([^\\s,]+)`, "u"), (from, to) => ({ kind: "move", from, to })],
  [new RegExp(`^${UNIT} H$`, "u"), from => ({ kind: "hold", from })],
  [new RegExp(`^build ${UNIT}$`, "u"), to => ({ kind: "build", to })],
  [new RegExp(`^remove ${UNIT}$`, "u"), from => ({ kind: "remove", from })],
]

/**
 * Returns what is drawn of a line that is written as the program writes it; nothing of any other.
 * @param {Sheet} sheet
 * @param {string} line
 * @param {string} power
 * @returns {Drawable | undefined}
 */
export function readLine(sheet, line, power) {
  const names = listNames(sheet.position)
  for (const [form, mark] of LINES) {
    const found = form.exec(line)
    if (!found) continue
    const keys = found.slice(1).map(name => name && names.get(provinceOf(name)))
    if (found.slice(1).some((name, place) => name && !keys[place])) return undefined
    return { id: "", power, text: line, mark: mark(.../** @type {string[]} */ (keys)) }
  }
  return undefined
}

/** Draws orders over the map in place of those drawn before. @param {Sheet} sheet @param {Drawable[]} orders */
export function showMarks(sheet, orders) {
  sheet.overlay.querySelector(".z-written")?.remove()
  const layer = drawOrders({ ...sheet.facts, position: sheet.position }, orders)
  layer.classList.add("z-written")
  sheet.overlay.append(layer)
}
