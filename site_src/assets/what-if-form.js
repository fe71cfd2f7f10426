// The fields of the what-if page in which a power's orders are written, a text for each heading.
import { colourOf, element } from "./elements.js"

/**
 * @typedef {import("./what-if.js").Opened} Opened
 * @typedef {import("./question.js").Texts} Texts
 */

/** @type {Record<string, number>} */
const ROWS = { orders: 3, events: 2 }

/**
 * Returns the fields of a power; what is typed is written into the texts.
 * @param {string} power
 * @param {{before: Opened, texts: Texts, ink: string, changed: () => void}} given
 */
export function listFields(power, { before, texts, ink, changed }) {
  const box = element("fieldset", {}, element("legend", {}, power))
  box.style.setProperty("--z-ink", colourOf(power, ink))
  const headings = Object.entries(before.asked)
  for (const [section, label] of headings) {
    const area = element("textarea", { spellcheck: "false", autocapitalize: "off", placeholder: " " })
    area.setAttribute("aria-label", `${label} of ${power}`)
    area.value = texts[section]?.[power] ?? ""
    const grow = () => (area.rows = Math.max(ROWS[section] ?? 1, area.value.split("\n").length))
    area.addEventListener("input", () => {
      texts[section] = { ...texts[section], [power]: area.value }
      grow()
      changed()
    })
    grow()
    if (headings.length > 1) box.append(element("span", { class: "z-small" }, label))
    if (section === "retreats") box.append(...listRetreats(power, before, area))
    box.append(area)
  }
  return box
}

/**
 * Returns a choice for each dislodged unit of a power; what is chosen is written into the text.
 * @param {string} power
 * @param {Opened} before
 * @param {HTMLTextAreaElement} area
 */
function listRetreats(power, before, area) {
  return Object.entries(before.dislodged).flatMap(([key, places]) => {
    const lost = before.data.provinces[key]?.dislodged
    if (lost?.power !== power) return []
    const select = element("select", {}, ...["disband", ...places].map(one => element("option", {}, one)))
    const said = area.value.split("\n").find(line => line.startsWith(lost.text))
    select.value = said?.slice(lost.text.length).replace(/^(:| -)? /, "") || "disband"
    select.addEventListener("change", () => {
      const kept = area.value.split("\n").filter(line => line && !line.startsWith(lost.text))
      area.value = [...kept, `${lost.text}: ${select.value}`].join("\n")
      area.dispatchEvent(new Event("input"))
    })
    return [element("label", { class: "z-try__retreat" }, `${lost.text} goes to `, select)]
  })
}
