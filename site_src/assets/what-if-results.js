// What comes of a question, in words: each power's orders with their results, and what else a report tells.
import { gettext, namePower } from "./language.js"
import { describeFinding } from "./findings.js"
import { element } from "./elements.js"

/** @param {Data.Judged} answer @param {string} title */
export function listResults({ orders, findings, report }, title) {
  const powers = [...new Set(orders.map(order => order.power))].sort()
  const lists = powers.flatMap(power => [
    element("h4", {}, namePower(power)),
    element("ul", {}, ...orders.filter(one => one.power === power).map(describeOrder)),
  ])
  const wrong = findings.map(one =>
    element("li", {}, element("code", {}, one.source), " ", describeFinding(one)),
  )
  const lines = report.flatMap(one => one.lines).filter(line => !isOrderLine(line, orders))
  return [
    element("h3", { tabindex: "-1" }, title),
    ...(wrong.length ? [element("ul", { class: "z-findings" }, ...wrong)] : []),
    ...lists,
    element("h4", {}, gettext("Afterwards")),
    element("ul", {}, ...lines.map(line => element("li", {}, line))),
  ]
}

/** @param {Data.Order} order */
function describeOrder(order) {
  const sign = { succeeds: "", fails: " ✗", void: " ∅" }[order.result] ?? ""
  const line = element("span", { class: `z-order z-order--${order.result}` }, order.text)
  const item = element("li", { id: order.id }, line)
  if (sign) item.append(element("span", { class: "z-sign", "aria-hidden": "true" }, sign))
  if (order.why) item.append(" ", element("em", { class: "z-why" }, order.why))
  return item
}

/** Tells whether a line of the report only says again what an order's line says. @param {string} line @param {Data.Order[]} orders */
const isOrderLine = (line, orders) =>
  orders.some(one =>
    line.startsWith(gettext("{what}: {said}", { what: namePower(one.power), said: `${one.text} (` })),
  )
