// What a player knows in a game that keeps secrets: the report that `zinegen open` prints, laid over the map.
import { listNames, writePath } from "./map-facts.js"
import { element, shape } from "./elements.js"

/**
 * @typedef {{kind: string, places: string[]}} Fact
 * @typedef {{power: string, game: string, season: string, facts: Fact[]}} Report
 * @typedef {Awaited<ReturnType<typeof import("./map-table.js").openTable>>["sheets"][number]} Sheet
 */

/** @type {Record<string, string>} what a line of a report begins with, and what it says */
const KINDS = {
  owns: "You own",
  centre: "Centres that you know of",
  "no centre": "No centres",
  range: "Mountain ranges",
  double: "Double ranges",
}

/** Returns what an opened report says; nothing where the text is none. @param {string} text @returns {Report | undefined} */
export function readReport(text) {
  const lines = text.split(/\r?\n/)
  const head = /^(.+), ([a-z0-9-]+), ([a-z0-9-]+)$/.exec(lines[0]?.trim() ?? "")
  const start = lines.indexOf("All that you know")
  if (!head || start < 0) return undefined
  const known = lines.slice(start + 1)
  const end = known.indexOf("")
  const facts = known.slice(0, end < 0 ? known.length : end).flatMap(line => {
    const found = /^(owns|no centre|centre|range|double) (\S+)$/.exec(line)
    return found ? [{ kind: found[1] ?? "", places: (found[2] ?? "").split("/") }] : []
  })
  return { power: head[1] ?? "", game: head[2] ?? "", season: head[3] ?? "", facts }
}

/**
 * Shows what a report says in words and on the map; without one, takes it away again.
 * @param {Report | undefined} report
 * @param {HTMLElement} section
 * @param {Sheet | undefined} sheet
 */
export function showReport(report, section, sheet) {
  const list = /** @type {HTMLElement} */ (section.querySelector("dl"))
  const facts = report?.facts ?? []
  const rows = Object.entries(KINDS).flatMap(([kind, title]) => {
    const mine = facts.filter(one => one.kind === kind).map(one => one.places.join("/"))
    return mine.length
      ? [element("div", {}, element("dt", {}, title), element("dd", {}, mine.join(", ")))]
      : []
  })
  list.replaceChildren(...rows)
  sheet?.overlay.querySelector(".z-known")?.remove()
  if (!sheet || !report) return
  sheet.overlay.append(shape("g", { class: "z-known" }, ...facts.flatMap(fact => drawFact(sheet, fact))))
}

/** @param {Sheet} sheet @param {Fact} fact @returns {Element[]} */
function drawFact(sheet, { kind, places }) {
  const names = listNames(sheet.position)
  const [one, other] = places.map(name => sheet.position.provinces[names.get(name) ?? ""])
  const rings = one?.outline?.flat() ?? []
  if (kind === "range" || kind === "double") {
    const shared = rings.filter(line => other?.outline?.flat().some(its => Math.abs(its) === Math.abs(line)))
    return shared.map(line =>
      shape("path", { d: writePath(sheet.facts.lines, [[line]]).replace("z", ""), class: `is-${kind}` }),
    )
  }
  if (!one?.at || kind === "no centre") return []
  const [x = 0, y = 0] = one.at.map(part => part * 10)
  return [shape("circle", { cx: x, cy: y, r: 210, class: `is-${kind}` })]
}
