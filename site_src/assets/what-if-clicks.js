// Orders for anybody by clicks: the order desk's steps, with the unit that is clicked saying whose order it is.
import { Steps } from "./desk-steps.js"
import { listLines } from "./desk-text.js"
import { element } from "./elements.js"
import { writeFile } from "./what-if-texts.js"

/**
 * @typedef {import("./desk-walk.js").Choices} Choices
 *
 * @typedef {object} Given
 * @property {import("./what-if.js").Opened} before
 * @property {import("./question.js").Texts} texts
 * @property {Choices} choices
 * @property {import("./what-if-board.js").Board} board
 * @property {() => void} show called when a text has changed
 */

/**
 * Offers all that can be ordered in a phase, in a box and on the map.
 * @param {HTMLElement} home
 * @param {Given} given
 */
export function offerClicks(home, { before, texts, choices, board, show }) {
  const wanted = Object.keys(before.asked)
  for (const section of wanted) texts[section] ??= {}
  const powers = Object.fromEntries(
    Object.entries(choices.powers).map(([power, roots]) => [
      power,
      Object.fromEntries(Object.entries(roots).filter(([section]) => wanted.includes(section))),
    ]),
  )
  const box = element("div", { class: "z-steps" })
  const said = element("p", { class: "z-small", role: "status" })
  const select = element(
    "select",
    { "aria-label": "Whose orders" },
    ...Object.keys(powers).map(power => element("option", {}, power)),
  )
  const writer = {
    get power() {
      return select.value
    },
    get text() {
      return writeFile(texts, select.value)
    },
    listUnits: () => [],
    /** @param {string} text */
    change(text) {
      for (const section of wanted) {
        const lines = listLines(text, section).map(line => line.text)
        texts[section] = { ...texts[section], [select.value]: lines.join("\n") }
      }
      show()
    },
    /** @param {string} words */
    tell(words) {
      said.textContent = words
    },
  }
  const steps = new Steps(box, writer, { ...choices, powers }, board.sheet)
  select.addEventListener("change", () => steps.begin())
  home.replaceChildren(element("label", { class: "z-small" }, "Orders of ", select), box, said)
  board.choose(key => {
    const province = before.data.provinces[key]
    const owner = (province?.dislodged ?? province?.unit)?.power
    if (owner && owner in powers && !steps.walk?.isBegun) {
      select.value = owner
      steps.begin()
    }
    const isMeant = steps.pick(key)
    if (isMeant) board.table.revealWhole()
    return isMeant
  })
  steps.begin()
}
