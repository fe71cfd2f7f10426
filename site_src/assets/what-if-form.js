// The fields of the what-if page in which a power's orders are written, a text for each heading.
import { gettext, namePower } from "./language.js"
import { colourOf, element } from "./elements.js"

/** @typedef {(section: string, text: string) => void} Write */

/** @type {Record<string, number>} */
const ROWS = { orders: 3, events: 2 }

/**
 * Returns the fields of a power, and what shows texts in them.
 * @param {string} power
 * @param {string} ink
 * @param {Data.Opened} before
 * @param {Write} write called with what is typed or chosen
 */
export function makeFields(power, ink, before, write) {
  const box = element("fieldset", {}, element("legend", {}, namePower(power)))
  box.style.setProperty("--z-ink", colourOf(ink))
  const headings = Object.entries(before.asked)
  const fields = headings.map(([section, label]) => {
    const area = element("textarea", { spellcheck: "false", autocapitalize: "off", placeholder: " " })
    area.setAttribute("aria-label", gettext("{what} of {power}", { what: label, power: namePower(power) }))
    area.addEventListener("input", () => write(section, area.value))
    if (headings.length > 1) box.append(element("span", { class: "z-small" }, label))
    const retreats = section === "retreats" ? makeRetreats(power, before, area) : []
    box.append(...retreats.map(one => one.label), area)
    /** @param {string} text */
    const show = text => {
      if (area.value !== text) area.value = text
      area.rows = Math.max(ROWS[section] ?? 1, text.split("\n").length)
      for (const one of retreats) one.show(text)
    }
    return { section, show }
  })
  /** @param {Try.Texts} texts */
  const show = texts => {
    for (const one of fields) one.show(texts[one.section]?.[power] ?? "")
  }
  return { box, show }
}

/**
 * Returns a choice for each dislodged unit of a power; what is chosen is written into the text.
 * @param {string} power
 * @param {Data.Opened} before
 * @param {HTMLTextAreaElement} area
 */
function makeRetreats(power, before, area) {
  return Object.entries(before.dislodged).flatMap(([key, places]) => {
    const lost = before.data.provinces[key]?.dislodged
    if (lost?.power !== power) return []
    const select = element("select", {}, ...["disband", ...places].map(one => element("option", {}, one)))
    select.addEventListener("change", () => {
      const kept = area.value.split("\n").filter(line => line && !line.startsWith(lost.text))
      area.value = [...kept, `${lost.text}: ${select.value}`].join("\n")
      area.dispatchEvent(new Event("input"))
    })
    /** @param {string} text */
    const show = text => {
      const said = text.split("\n").find(line => line.startsWith(lost.text))
      select.value = said?.slice(lost.text.length).replace(/^(:| -)? /, "") || "disband"
    }
    const label = element(
      "label",
      { class: "z-try__retreat" },
      gettext("{unit} goes to ", { unit: lost.text }),
      select,
    )
    return [{ label, show }]
  })
}
