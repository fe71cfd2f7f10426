// A walk through what can be ordered, click by click, to a line of an order file. The tree of clicks is made by the
// program (docs/map-data.md, "Choices"): here nothing is known of any rule.

/**
 * @typedef {[string, ...number[]]} Step the text that a click adds, and the nodes that follow
 * @typedef {object} Node
 * @property {Record<string, Step>} [provinces]
 * @property {[string, string, ...number[]][]} [buttons] each begins with its label
 * @property {boolean} [end]
 *
 * @typedef {object} Choices
 * @property {number} format
 * @property {Record<string, {title: string, ask: string}>} headings those of an order file
 * @property {Record<string, Record<string, number>>} powers
 * @property {Node[]} nodes
 *
 * @typedef {{line: string, todo: number[]}} Place where a walk is
 */

const FORMAT = 1

/**
 * Returns what can be ordered; undefined where nothing is listed, so that orders are typed.
 * @param {string} address
 * @returns {Promise<Choices | undefined>}
 */
export async function loadChoices(address) {
  const answer = await fetch(address).catch(() => undefined)
  const found = answer?.ok ? await answer.json().catch(() => undefined) : undefined
  const isKnown = found?.format === FORMAT && Array.isArray(found.nodes)
  return isKnown && found.powers && found.headings ? found : undefined
}

export class Walk {
  /** @param {Choices} choices @param {string} section @param {number} root */
  constructor(choices, section, root) {
    this.nodes = choices.nodes
    this.section = section
    /** @type {Place[]} */
    this.places = [{ line: "", todo: [root] }]
  }

  get line() {
    return this.here.line
  }

  get here() {
    return /** @type {Place} */ (this.places.at(-1))
  }

  get isBegun() {
    return this.places.length > 1
  }

  get isDone() {
    return !this.here.todo.length
  }

  /** @param {Place} [place] @returns {Node} */
  node(place = this.here) {
    return this.nodes[place.todo[0] ?? -1] ?? {}
  }

  /** @param {Step} step @param {Place} [place] @returns {Place} */
  follow([text, ...next], place = this.here) {
    return { line: place.line + text, todo: [...next, ...place.todo.slice(1)] }
  }

  /**
   * Returns the provinces that can be clicked, each with where that leads: by itself, or by the first button that asks for
   * provinces, so that a click on a unit and one on a province are a move.
   */
  listProvinces() {
    /** @type {Map<string, Place[]>} */
    const found = new Map()
    for (const [key, step] of Object.entries(this.node().provinces ?? {})) found.set(key, [this.follow(step)])
    for (const [, ...step] of this.node().buttons ?? []) {
      const beyond = this.follow(step)
      const next = Object.entries(this.node(beyond).provinces ?? {})
      for (const [key, one] of next) if (!found.has(key)) found.set(key, [beyond, this.follow(one, beyond)])
      if (next.length) break
    }
    return found
  }

  /** Returns the labels of the buttons that can be pressed. */
  listButtons() {
    return (this.node().buttons ?? []).map(([label]) => label)
  }

  /** Goes where a click on a province leads, and tells whether it leads anywhere. @param {string} key */
  click(key) {
    const places = this.listProvinces().get(key)
    if (places) this.places.push(...places)
    return !!places
  }

  /** @param {number} number of the button */
  press(number) {
    const [, ...step] = this.node().buttons?.[number] ?? ["", ""]
    this.places.push(this.follow(step))
  }

  /** Tells whether the line may end here. */
  get mayEnd() {
    return this.here.todo.length > 0 && this.here.todo.every(number => this.nodes[number]?.end)
  }

  end() {
    this.places.push({ line: this.line, todo: [] })
  }

  back() {
    if (this.isBegun) this.places.pop()
  }
}
