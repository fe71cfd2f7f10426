// Puts units on the board of the what-if page by hand: a province is chosen, then what stands in it and who owns it.
import { gettext, N_, namePower } from "./language.js"
import { element, makeButton } from "./elements.js"

/**
 *
 * @typedef {object} Laid what the form works on
 * @property {Data.Position} position
 * @property {string[]} powers
 * @property {(change: Change) => void} change
 * @typedef {(position: Data.Position) => Try.Layout} Change what is laid out anew on the board as it is by then
 */

const NOBODY = "nobody"
const NOTHING = "nothing"
/** @type {Record<string, string>} */
const NAMES = { [NOBODY]: N_("nobody"), [NOTHING]: N_("nothing") }

export class LayoutForm {
  /** @param {Laid} laid @param {string} key of the province; empty for what concerns the whole board */
  constructor(laid, key) {
    this.laid = laid
    this.form = element("div", {
      class: "z-try__lay",
      role: "group",
      "aria-label": gettext("Change the board"),
    })
    this.show(key)
  }

  /** @param {string} key */
  show(key) {
    const { position, powers } = this.laid
    const province = position.provinces[key]
    const phase = element("input", { size: "8", value: position.phase, "aria-label": gettext("Phase") })
    phase.addEventListener("change", () => this.laid.change(() => ({ phase: phase.value.trim() })))
    const whole = [
      element("label", {}, gettext("Phase, such as F1903M "), phase),
      makeButton(gettext("Take all units away"), () => this.laid.change(() => ({ units: {} }))),
      makeButton(gettext("Nobody owns anything"), () => this.laid.change(() => ({ centres: {} }))),
    ]
    if (!province) {
      this.form.replaceChildren(element("p", {}, gettext("Choose a province on the map.")), ...whole)
      return
    }
    const name = province.abbreviation
    const harbours = Object.keys(province.fleets ?? {})
    const isLand = province.terrain === "land"
    const units = [NOTHING, ...(isLand ? [`A ${name}`] : []), ...harbours.map(place => `F ${place}`)]
    const now = province.unit?.text
    if (now && !units.includes(now)) units.push(now)
    const unit = this.select(gettext("What stands there"), units, now ?? NOTHING)
    const owner = this.select(
      gettext("Whose it is"),
      powers,
      province.unit?.power ?? province.owner ?? powers[0] ?? "",
    )
    const put = () => {
      const [text, power] = [unit.value, owner.value]
      this.laid.change(position => ({ units: listUnits(position, key, text, power) }))
    }
    unit.addEventListener("change", put)
    owner.addEventListener("change", () => unit.value !== NOTHING && put())
    const fields = [element("label", {}, gettext("Unit "), unit), element("label", {}, gettext("of "), owner)]
    if (province.centre) {
      const holder = this.select(
        gettext("Who owns the centre"),
        [NOBODY, ...powers],
        province.owner ?? NOBODY,
      )
      holder.addEventListener("change", () => {
        const power = holder.value
        this.laid.change(position => ({ centres: listCentres(position, key, power) }))
      })
      fields.push(element("label", {}, gettext("Centre of "), holder))
    }
    this.form.replaceChildren(element("p", {}, element("strong", {}, province.name)), ...fields, ...whole)
  }

  /** @param {string} name @param {string[]} values @param {string} chosen */
  select(name, values, chosen) {
    const found = element(
      "select",
      { "aria-label": name },
      ...values.map(one =>
        element("option", { value: one }, NAMES[one] ? gettext(NAMES[one]) : namePower(one)),
      ),
    )
    found.value = chosen
    return found
  }
}

/**
 * Returns all units by power, with another one in a province.
 * @param {Data.Position} position @param {string} key @param {string} text @param {string} power
 */
function listUnits({ provinces }, key, text, power) {
  /** @type {Record<string, string[]>} */
  const found = {}
  for (const [other, { unit }] of Object.entries(provinces))
    if (unit && other !== key) (found[unit.power] ??= []).push(unit.text)
  if (text !== NOTHING) (found[power] ??= []).push(text)
  return found
}

/**
 * Returns all owned centres by power, with another owner of one.
 * @param {Data.Position} position @param {string} key @param {string} power
 */
function listCentres({ provinces }, key, power) {
  /** @type {Record<string, string[]>} */
  const found = {}
  for (const [other, one] of Object.entries(provinces)) {
    const owner = other === key ? power : one.owner
    if (one.centre && owner && owner !== NOBODY) (found[owner] ??= []).push(one.abbreviation)
  }
  return found
}
