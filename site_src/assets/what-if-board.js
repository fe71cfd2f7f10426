// The map of the what-if page: the picture of the page that a question begins from, with other units, other owners,
// orders and what has parted or joined. Where the ground has changed since, the picture stays as it was drawn.
import { gettext } from "./language.js"
import { shape } from "./elements.js"
import { findPosition, listNames, loadFacts } from "./map-facts.js"
import { MapTable, readDrawing, Sheet } from "./map-table.js"
import { drawChanges, drawOrders, drawUnits } from "./order-marks.js"

/**
 *
 * @typedef {object} View what is to be seen
 * @property {Data.Position} position as the engine tells it, without places on a map
 * @property {Data.Position} [old] the position that it came from: what is new against it is marked
 * @property {Data.Order[]} orders
 * @property {boolean} arrows whether the orders are drawn
 * @property {Data.Changes} [changes]
 */

const EDGE = 60
/** Ground that nobody owns, as it is painted. */
const NEUTRAL = "#f6f6f6"

/** A drawing with the facts of the position that it shows. */
class Drawing {
  /** @param {Data.Facts} facts @param {Data.Position} position @param {{root: Element, style: string}} read */
  constructor(facts, position, { root, style }) {
    this.facts = facts
    this.position = position
    this.root = root
    this.style = style
    const others = "view, .changed, .results, .units, .legend, [data-unit], [data-order]"
    for (const part of this.root.querySelectorAll(others)) part.remove()
    const [width, height] = position.size ?? [0, 0]
    const box = [-EDGE, -EDGE, 10 * width + 2 * EDGE, 10 * height + 2 * EDGE]
    this.viewBox = box.join(" ")
    this.root.setAttribute("viewBox", this.viewBox)
    this.root.setAttribute("width", String(width))
    this.root.setAttribute("height", String(height))
    /** @type {Map<string, string>} the ground of each owner, as it is painted */
    this.paints = new Map([["", NEUTRAL]])
    this.grounds = [...this.root.querySelectorAll("use[data-province][fill]")].map(part => {
      const fill = part.getAttribute("fill") ?? ""
      const owner = this.ownerOf(part, position)
      if (owner) this.paints.set(owner, fill)
      return { part, fill }
    })
    this.centres = [...this.root.querySelectorAll("use.centre[data-province]")].map(part => ({
      part,
      href: part.getAttribute("href") ?? "",
    }))
  }

  /** @param {Element} part @param {Data.Position} position */
  ownerOf(part, position) {
    return position.provinces[part.getAttribute("data-province") ?? ""]?.owner ?? ""
  }

  /** Returns the address of the picture, with the owners of a position. @param {Data.Position} position */
  paint(position) {
    const prefix = this.root.id.replace(/map$/, "")
    for (const { part, fill } of this.grounds) {
      const owner = this.ownerOf(part, position)
      const isOld = owner === this.ownerOf(part, this.position)
      part.setAttribute("fill", isOld ? fill : (this.paints.get(owner) ?? this.facts.powers[owner] ?? fill))
    }
    for (const { part, href } of this.centres) {
      const slug = this.facts.signs[this.ownerOf(part, position)]?.slug
      const mark = `${prefix}centre-${slug}`
      const to = slug && this.root.querySelector(`[id="${mark}"]`) ? `#${mark}` : href
      part.setAttribute("href", to)
      const isThere = slug && position.provinces[part.getAttribute("data-province") ?? ""]?.centre
      part.setAttribute("display", isThere ? "inline" : "none")
    }
    const text = new XMLSerializer().serializeToString(this.root).replace(/<svg[^>]*>/, `$&${this.style}`)
    return `data:image/svg+xml,${encodeURIComponent(text)}`
  }
}

export class Board {
  /**
   * @param {HTMLElement} figure
   * @param {Data.Facts} facts
   * @param {Drawing[]} drawings the first is that of the position the question begins with
   */
  constructor(figure, facts, drawings) {
    this.figure = figure
    this.facts = facts
    this.drawings = drawings
    this.drawing = /** @type {Drawing} */ (drawings[0])
    this.picture = document.createElement("img")
    this.painted = ""
    this.picture.alt = ""
    const link = document.createElement("a")
    link.className = "z-try__map"
    link.append(this.picture)
    figure.replaceChildren(link)
    const [width, height] = this.drawing.position.size ?? [1, 1]
    const board = /** @type {HTMLElement | null} */ (figure.closest(".z-board"))
    board?.style.setProperty("--z-ratio", String(width / height))
    this.table = new MapTable(figure)
    this.sheet = new Sheet(
      { ...facts, orders: [] },
      "before",
      { viewBox: this.drawing.viewBox, marks: [] },
      location.pathname,
    )
    this.table.add(link, this.sheet)
    this.layer = shape("g")
    this.sheet.overlay.append(this.layer)
  }

  /**
   * Opens the board of a page, which shows its map as one that answers.
   * @param {HTMLElement} figure
   * @param {Document} page
   * @param {string} address of the page
   */
  static async open(figure, page, address) {
    const links = /** @type {HTMLElement[]} */ ([...page.querySelectorAll("a[data-map][data-position]")])
    const named = ["before", "after"].map(name => links.find(one => one.dataset.position === name))
    const first = named[0]
    if (!first) throw new Error(gettext("There is no map on the page that this question begins from."))
    const facts = await loadFacts(new URL(first.dataset.map ?? "", address).href)
    const drawings = await Promise.all(
      named
        .filter(one => one !== undefined)
        .map(async link => {
          const read = await readDrawing(new URL(link.getAttribute("href") ?? "", address))
          return new Drawing(facts, findPosition(facts, link.dataset.position ?? "before"), read)
        }),
    )
    return new Board(figure, facts, drawings)
  }

  /** Marks a province. @param {string} key */
  mark(key) {
    this.sheet.mark(key)
    this.sheet.overlay.append(this.layer)
  }

  /** Shows a position, and returns whether it is drawn as it is. @param {View} view */
  show({ position, old, orders, arrows, changes }) {
    const fit = this.drawings.find(one => isSameMap(one.position, position))
    // Orders are drawn where they were given.
    this.drawing = fit ?? this.drawing
    const placed = this.place(position)
    this.sheet.position = placed
    this.sheet.names = listNames(placed)
    this.sheet.name = old ? "after" : "before"
    this.sheet.facts = { ...this.facts, before: old ?? placed, after: undefined, orders }
    this.sheet.redraw()
    const ground = { ...this.facts, position: placed }
    const painted = this.drawing.paint(placed)
    // Painting a whole map takes longer than all the rest.
    if (painted !== this.painted) this.picture.src = this.painted = painted
    this.layer.replaceChildren(
      ...this.listChanged(placed),
      ...(changes ? [drawChanges(ground, changes)] : []),
      ...(arrows ? [drawOrders(ground, orders)] : []),
      drawUnits(ground),
    )
    this.sheet.overlay.append(this.layer)
    return !!fit
  }

  /** Returns a position with its provinces where the drawing has them. @param {Data.Position} position @returns {Data.Position} */
  place(position) {
    const drawn = this.drawing.position
    const provinces = Object.entries(position.provinces).map(([key, province]) => {
      const { at, coasts, outline } = drawn.provinces[key] ?? {}
      return [key, { ...province, ...(at && { at }), ...(coasts && { coasts }), ...(outline && { outline }) }]
    })
    return { ...position, size: drawn.size, provinces: Object.fromEntries(provinces) }
  }

  /** Returns the ground that is not any more what it was drawn as. @param {Data.Position} position */
  listChanged(position) {
    const found = []
    for (const [key, path] of this.sheet.paths) {
      const [now, then] = [position.provinces[key], this.drawing.position.provinces[key]]
      if (!now || !then || (now.terrain === then.terrain && now.iced === then.iced)) continue
      const copy = /** @type {SVGElement} */ (path.cloneNode())
      copy.removeAttribute("data-key")
      copy.setAttribute("class", `z-now z-now--${now.iced ? "ice" : now.terrain}`)
      found.push(copy)
    }
    return found
  }
}

/** Returns the page at an address, to be looked into. @param {string} address */
export async function readPage(address) {
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok)
    throw new Error(
      gettext("The page that this question begins from is not there, or cannot be fetched just now."),
    )
  // The page's policy refuses inline styles even where they are only read.
  const text = (await answer.text()).replace(/<style[^>]*>[^<]*<\/style>/g, "")
  return new DOMParser().parseFromString(text, "text/html")
}

/** Tells whether two positions have one and the same map. @param {Data.Position} one @param {Data.Position} other */
function isSameMap(one, other) {
  // Coasts are left out: which of two is called by which direction only the drawing knows.
  /** @param {Data.Province | undefined} it */
  const ground = it => JSON.stringify([it?.terrain, it?.iced, it?.closed, it?.touches, it?.armies])
  return Object.keys(other.provinces).every(
    key => ground(one.provinces[key]) === ground(other.provinces[key]),
  )
}
