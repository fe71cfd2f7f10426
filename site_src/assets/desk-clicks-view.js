// The clicks to orders on the page: what can be done next, as buttons below the map and as provinces lit up on it.
import { gettext, ngettext, splitAt } from "./language.js"
import * as steps from "./desk-clicks.js"
import { findEvent, listLines, ordersOf, unitOf } from "./desk-text.js"
import { element, makeButton } from "./elements.js"
import { Shown } from "./stage.js"

/**
 * @typedef {object} Ground
 * @property {Data.Position} position
 * @property {Map<string, SVGElement>} paths
 *
 * @typedef {object} Deeds what the buttons do
 * @property {(step: (clicks: Desk.Clicks) => Desk.Clicks) => void} go
 * @property {(line: string) => void} drop
 */

const MANY = 30

export class ClicksView {
  /** @param {HTMLElement} box @param {Deeds} deeds @param {Ground | undefined} ground none where the map cannot be shown */
  constructor(box, deeds, ground) {
    this.box = box
    this.deeds = deeds
    this.ground = ground
    this.sections = element("p", {
      class: "z-steps__sections",
      role: "group",
      "aria-label": gettext("What to write"),
    })
    this.shown = new Shown()
  }

  /**
   * Shows what can be clicked next.
   * @param {Desk.Clicks | undefined} clicks
   * @param {string} text of the file
   * @param {boolean} hasUnits whether the units stand in a list of their own
   */
  show(clicks, text, hasUnits) {
    if (!this.shown.isNew("all", clicks, text, hasUnits)) return
    this.box.hidden = !clicks?.walk.length
    this.light(clicks)
    if (!clicks?.walk.length) return
    const { choices, section } = clicks
    const areUnits = section === "orders" && hasUnits
    const focused = document.activeElement
    const hadFocus = this.box.contains(focused) && !this.sections.contains(focused)
    this.showSections(clicks)
    const ask = areUnits
      ? gettext("Choose a unit, on the map or in the list.")
      : choices.headings[section]?.ask
    const line = steps.lineOf(clicks)
    const other = steps.findContradicted(clicks, text)
    const begun = other
      ? [element("span", {}, ...splitAt(gettext("Instead of {line}?"), element("code", {}, other)))]
      : [element("code", {}, `${line} …`)]
    this.box.append(
      element(
        "p",
        { class: "z-steps__line", role: "status" },
        ...(line ? begun : [ask ?? gettext("Choose.")]),
      ),
      this.listWays(clicks, text, areUnits),
      ...(steps.isBegun(clicks) || areUnits
        ? []
        : this.listWritten(text, section, choices.headings[section]?.events ?? [])),
    )
    if (hadFocus) this.focusFirst()
  }

  /** Moves the keyboard to the first thing to choose. */
  focusFirst() {
    const first = /** @type {HTMLElement | null} */ (this.box.querySelector(".z-steps__ways button"))
    first?.focus()
  }

  /** Shows the headings to choose from where there are several, and nothing else. @param {Desk.Clicks} clicks */
  showSections(clicks) {
    const names = Object.keys(steps.sectionsOf(clicks))
    for (const part of [...this.box.children]) if (names.length < 2 || part !== this.sections) part.remove()
    if (names.length > 1 && this.sections.parentNode !== this.box) this.box.prepend(this.sections)
    const shown = [...this.sections.children].map(one => one.getAttribute("data-section"))
    if (String(shown) !== String(names))
      this.sections.replaceChildren(
        ...names.map(name =>
          makeButton(
            clicks.choices.headings[name]?.title ?? name,
            () => this.deeds.go(now => steps.openSection(now, name)),
            { "data-section": name },
          ),
        ),
      )
    for (const one of this.sections.children)
      one.setAttribute("aria-pressed", String(one.getAttribute("data-section") === clicks.section))
  }

  /** @param {Desk.Clicks} clicks @param {string} text @param {boolean} areUnits */
  listWays(clicks, text, areUnits) {
    const { go, drop } = this.deeds
    const word = { class: "z-steps__word" }
    const isBegun = steps.isBegun(clicks)
    const line = steps.lineOf(clicks)
    const read = clicks.section === "orders" && line ? ordersOf(line) : undefined
    const ordered = read && listLines(text, "orders").find(one => read(one.text))?.text
    const back = [
      makeButton(gettext("Back"), () => go(steps.goBack)),
      makeButton(gettext("Leave it"), () => go(steps.leaveLine)),
    ]
    const isAsked = !!steps.findContradicted(clicks, text)
    return element(
      "div",
      { class: "z-steps__ways", role: "group", "aria-label": gettext("What can be chosen") },
      ...steps
        .listButtons(clicks)
        .map(([label], number) => makeButton(label, () => go(now => steps.pressButton(now, number)), word)),
      ...(isAsked ? [makeButton(gettext("Write {line}", { line }), () => go(steps.insist), word)] : []),
      ...(steps.mayEnd(clicks) ? [makeButton(gettext("That is all"), () => go(steps.endLine), word)] : []),
      ...(isBegun || !areUnits ? this.listProvinces(clicks) : []),
      ...(ordered ? [makeButton(gettext("No order"), () => drop(ordered))] : []),
      ...(isBegun ? back : []),
    )
  }

  /** Returns the provinces that can be chosen as buttons, folded where they are many: the map has them all. @param {Desk.Clicks} clicks */
  listProvinces(clicks) {
    const { go } = this.deeds
    const buttons = [...steps.listProvinces(clicks).keys()]
      .map(key => this.nameOf(clicks, key))
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([name, title, key]) =>
        makeButton(name, () => go(now => steps.clickProvince(now, key) ?? now), { title, "data-key": key }),
      )
    if (buttons.length <= MANY) return buttons
    const summary = element(
      "summary",
      {},
      ngettext("{number} province", "{number} provinces", buttons.length),
    )
    return [element("details", { class: "z-details" }, summary, ...buttons)]
  }

  /**
   * Returns the lines of a section without units that can be taken out again, and what those about the map do.
   * @param {string} text
   * @param {string} section
   * @param {Data.EventKind[]} kinds
   */
  listWritten(text, section, kinds) {
    const lines = listLines(text, section).map(line => line.text)
    const written = lines.filter(line => unitOf(line) !== line).slice(0, 40)
    if (!written.length) return []
    const list = element("ul", {
      class: "z-steps__written",
      "aria-label": gettext("Lines that stand in the file"),
    })
    for (const line of written) {
      const away = makeButton("×", () => this.deeds.drop(line), {
        "aria-label": gettext("Take out {line}", { line }),
        title: gettext("Take it out"),
      })
      const does = findEvent(kinds, line)?.does
      list.append(element("li", {}, element("code", {}, line), " ", away, does ? ` ${does}` : ""))
    }
    return [list]
  }

  /** @param {Desk.Clicks} clicks @param {string} key @returns {[string, string, string]} */
  nameOf(clicks, key) {
    const province = this.ground?.position.provinces[key]
    const unit = steps.isBegun(clicks) || clicks.section === "events" ? undefined : province?.unit
    const isOwn = unit?.power === clicks.power
    return [isOwn ? unit.text : (province?.abbreviation ?? key), province?.name ?? key, key]
  }

  /** Lights up the provinces that can be clicked. @param {Desk.Clicks | undefined} clicks */
  light(clicks) {
    const open = clicks && steps.isBegun(clicks) ? steps.listProvinces(clicks) : undefined
    for (const [key, path] of this.ground?.paths ?? []) path.classList.toggle("is-choice", !!open?.has(key))
  }
}
