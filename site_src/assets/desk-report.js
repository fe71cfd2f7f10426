// What a player knows in a game that keeps secrets, in words and laid over the map.
import { gettext, N_ } from "./language.js"
import { element, find, shape } from "./elements.js"
import { listNames, writePath } from "./map-facts.js"

/** @typedef {import("./map-table.js").Sheet} Sheet */

/** @type {Record<string, string>} what a line of a report begins with, and what it says */
const KINDS = {
  owns: N_("You own"),
  centre: N_("Centres that you know of"),
  "no centre": N_("No centres"),
  range: N_("Mountain ranges"),
  double: N_("Double ranges"),
}

/**
 * Shows what a report says in words and on the map; without one, takes it away again.
 * @param {Desk.Report | undefined} report
 * @param {HTMLElement} section
 * @param {Sheet | undefined} sheet
 */
export function showReport(report, section, sheet) {
  const list = find(section, "dl")
  const facts = report?.facts ?? []
  const rows = Object.entries(KINDS).flatMap(([kind, title]) => {
    const mine = facts.filter(one => one.kind === kind).map(one => one.places.join("/"))
    return mine.length
      ? [element("div", {}, element("dt", {}, gettext(title)), element("dd", {}, mine.join(", ")))]
      : []
  })
  list.replaceChildren(...rows)
  sheet?.overlay.querySelector(".z-known")?.remove()
  if (!sheet || !report) return
  sheet.overlay.append(shape("g", { class: "z-known" }, ...facts.flatMap(fact => drawFact(sheet, fact))))
}

/** @param {Sheet} sheet @param {Desk.Fact} fact @returns {Element[]} */
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
