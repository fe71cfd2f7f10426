// A map that answers: whoever points at a province, taps it or goes there with the arrow keys is told what it is, who
// is in it, what it touches now and what was ordered there. `zine.js` loads this when a map is first touched.
import { gettext, namePower } from "./language.js"
import { colourOf, element, makeButton, shape } from "./elements.js"
import {
  findPosition,
  findProvinces,
  listNames,
  loadFacts,
  neighbourTowards,
  provinceOf,
  writePath,
} from "./map-facts.js"
import Panzoom from "./vendor/panzoom.js"

/** @typedef {{viewBox: string, marks: Element[]}} Drawing */

const VIEW_BOX = / viewBox="([^"]*)"/
const WHOLE_BOX = /^<svg[^>]* viewBox="([^"]*)"/
const FARTHEST = 8
const STEP = 0.35
const PAN = 60
const HEAD = 100 // pixels at the top of the window that belong to the head and the slider
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }

/** @type {Map<HTMLElement, Promise<MapTable>>} */
const tables = new Map()
/** @type {string | undefined} the order that is lit up, also on maps that open later */
let lit

/**
 * Lays the table over the map that a link leads to, once; later calls find the same.
 * @param {HTMLElement} link
 */
export function openTable(link) {
  const figure = /** @type {HTMLElement} */ (link.closest("figure") ?? link.parentElement)
  const found = tables.get(figure) ?? makeTable(figure)
  tables.set(figure, found)
  found.catch(() => tables.delete(figure))
  return found
}

/** @param {HTMLElement} figure */
async function makeTable(figure) {
  const links = /** @type {HTMLElement[]} */ ([...figure.querySelectorAll("[data-map]")])
  // All or nothing: where one of them cannot answer, the figure stays as it is.
  const sheets = await Promise.all(links.map(link => readSheet(link, figure.dataset.stage)))
  const table = new MapTable(figure)
  for (const [place, sheet] of sheets.entries()) table.add(/** @type {HTMLElement} */ (links[place]), sheet)
  return table
}

/** @param {HTMLElement} link @param {string} [stage] what the figure's tab is called */
async function readSheet(link, stage) {
  const picture = /** @type {HTMLImageElement} */ (link.querySelector("img"))
  const address = link.dataset.map ?? ""
  const [facts, drawing] = await Promise.all([
    loadFacts(address),
    // Not currentSrc: of several views of one file Chromium names the first there.
    readFrame(picture.src),
  ])
  return new Sheet(facts, link.dataset.position ?? "before", drawing, address, stage)
}

/**
 * Returns what the table needs of a picture: its frame, and the marks of its orders.
 * @param {string} address
 * @returns {Promise<Drawing>}
 */
async function readFrame(address) {
  const { text, viewBox, picture } = await fetchPicture(address)
  // A whole picture takes long to read, and most have no such marks.
  const root = text.includes(" data-order=") ? parse(text, picture).root : undefined
  return { viewBox, marks: [...(root?.querySelectorAll("[data-order]") ?? [])] }
}

/** Returns the root of the drawing that a picture shows, without its style sheet, and that. @param {string | URL} address */
export async function readDrawing(address) {
  const { text, picture } = await fetchPicture(address)
  return parse(text, picture)
}

/** @param {string | URL} address */
async function fetchPicture(address) {
  const answer = await fetch(address).catch(() => undefined)
  const text = answer?.ok ? await answer.text() : ""
  // An address may end in the name of a view of the file: another picture in it, or a part of one.
  const name = String(address).split("#")[1]
  const view = name ? new RegExp(`<view id="${name}"[^>]*>`).exec(text)?.[0] : undefined
  const viewBox = VIEW_BOX.exec(view ?? "")?.[1] ?? WHOLE_BOX.exec(text)?.[1]
  if (!viewBox) throw new Error(gettext("The picture of this map cannot be fetched just now."))
  return { text, viewBox, picture: / class="([^ "]*)/.exec(view ?? "")?.[1] ?? "after" }
}

/** Reads one of the pictures of a file. @param {string} text @param {string} picture */
function parse(text, picture) {
  const style = /<style>[^<]*<\/style>/.exec(text)?.[0] ?? ""
  // Even where it is only read, the page's policy refuses an inline style sheet.
  const root = new DOMParser().parseFromString(text.replace(style, ""), "image/svg+xml").documentElement
  for (const part of root.querySelectorAll(".of")) {
    if (part.classList.contains(picture)) part.removeAttribute("display")
    else part.remove()
  }
  return { root, style }
}

/** One picture of the map, with its provinces laid over it. */
export class Sheet {
  /**
   * @param {Data.Facts} facts
   * @param {string} name `before`, `after` or a phase
   * @param {Drawing} drawing
   * @param {string} address
   * @param {string} [stage]
   */
  constructor(facts, name, drawing, address, stage) {
    this.facts = facts
    this.name = name
    this.position = findPosition(facts, name)
    this.names = listNames(this.position)
    this.address = address
    this.overlay = /** @type {SVGSVGElement} */ (
      shape("svg", { viewBox: drawing.viewBox, class: "z-touch", tabindex: "0" })
    )
    this.overlay.setAttribute("role", "application")
    this.overlay.setAttribute("aria-roledescription", "map")
    const help = gettext(
      "Arrow keys go to the neighbour in that direction, Enter keeps it, Escape lets go, plus and minus zoom.",
    )
    /** @type {Record<string, string>} */
    const times = facts.season
      ? {
          before: gettext("The map before the season."),
          after: gettext("The map after the season."),
        }
      : {}
    this.overlay.setAttribute(
      "aria-label",
      `${times[name] ?? (stage ? gettext("The map: {stage}.", { stage }) : gettext("The map."))} ${help}`,
    )
    /** @type {Map<string, SVGElement>} */
    this.paths = new Map()
    for (const [key, province] of Object.entries(this.position.provinces)) {
      if (!province.outline) continue
      const path = shape("path", { d: writePath(facts.lines, province.outline), "data-key": key })
      this.paths.set(key, path)
    }
    // The marks of orders once more, unseen until one of them is asked for.
    this.marks = drawing.marks.map(one => {
      const mark = /** @type {SVGElement} */ (document.importNode(one, true))
      for (const part of mark.querySelectorAll("use")) part.remove()
      mark.classList.add("z-mark")
      return mark
    })
    this.overlay.append(...this.paths.values(), ...this.marks)
  }

  /** Returns the province that a part of the overlay belongs to; of an order's mark the one it is about. @param {Element} part */
  keyOf(part) {
    const id = part.closest("[data-order]")?.getAttribute("data-order")
    const order = id && this.facts.orders.find(one => one.id === id)
    return part.getAttribute("data-key") ?? (order ? order.at[0] : undefined)
  }

  /** Lights up an order and those to blame; nothing without one. @param {string} [id] */
  light(id) {
    const blame = this.facts.orders.find(order => order.id === id)?.because ?? []
    for (const mark of this.marks) {
      const own = mark.getAttribute("data-order") ?? ""
      mark.classList.toggle("is-lit", own === id)
      mark.classList.toggle("is-blamed", blame.includes(own))
    }
  }

  /** Marks a province and its neighbours; nothing without a key. @param {string} [key] */
  mark(key) {
    const here = key ? this.position.provinces[key] : undefined
    const near = new Set(here ? this.reach(here) : [])
    for (const [other, path] of this.paths) {
      path.classList.toggle("is-here", other === key)
      path.classList.toggle("is-near", near.has(other))
    }
    const path = key ? this.paths.get(key) : undefined
    if (path) this.marks[0] ? this.marks[0].before(path) : this.overlay.append(path)
  }

  /** Returns all provinces that some unit can reach. @param {Data.Province} province */
  reach(province) {
    const fleets = Object.values(province.fleets ?? {}).flat()
    const keys = fleets.map(place => this.names.get(provinceOf(place)) ?? "")
    return [...(province.armies ?? []), ...keys]
  }

  /** Lays the provinces out anew, where the facts are of another map than before. */
  redraw() {
    for (const [key, path] of this.paths) {
      const outline = this.position.provinces[key]?.outline
      path.setAttribute("d", outline ? writePath(this.facts.lines, outline) : "")
    }
  }

  /** Shades what is not a power's and where it orders nothing; nothing without one. @param {string} [power] */
  filter(power) {
    const mine = this.facts.orders.filter(order => order.power === power)
    const meant = new Set(mine.flatMap(({ at, mark }) => [...at, mark?.to, mark?.of]))
    for (const [key, path] of this.paths) {
      const one = this.position.provinces[key]
      const isMine = one?.owner === power || one?.unit?.power === power || meant.has(key)
      path.classList.toggle("is-other", !!power && !isMine)
    }
  }
}

export class MapTable {
  /** @param {HTMLElement} figure */
  constructor(figure) {
    this.figure = figure
    /** @type {Sheet[]} */
    this.sheets = []
    /** @type {{sheet: Sheet, key: string} | undefined} */
    this.kept = undefined
    /** @type {string | undefined} */
    this.here = undefined
    /** @type {ReturnType<typeof Panzoom> | undefined} */
    this.zoom = undefined
    /** @type {(key: string) => boolean} whoever wants to know what is chosen, and tells whether it was meant for them */
    this.pick = () => false
    /** Whether nothing is told of a province that is merely pointed at. */
    this.isQuiet = false
    this.card = element("div", { class: "z-card-of-map", role: "status" })
    this.search = element("input", {
      type: "search",
      placeholder: gettext("Find a province"),
      "aria-label": gettext("Find a province"),
      autocomplete: "off",
    })
    this.tools = element("div", { class: "z-tools" }, this.search)
    this.panel = element("div", { class: "z-panel" }, this.card, this.tools)
    const caption = figure.querySelector("figcaption")
    caption ? caption.before(this.panel) : figure.append(this.panel)
    this.search.addEventListener("input", () => this.find(this.search.value))
    this.search.addEventListener("keydown", event => {
      if (event.key === "Enter" && this.kept) this.kept.sheet.overlay.focus()
    })
    // Not on the way down: what is let go may move a button from under the finger.
    document.addEventListener("pointerup", event => {
      if (!(event.target instanceof Node && figure.contains(event.target))) this.keep()
    })
  }

  /**
   * Lays the provinces over one picture of the figure.
   * @param {HTMLElement} link
   * @param {Sheet} sheet
   */
  add(link, sheet) {
    // What was a link to the picture is now the map itself; the picture is linked below it.
    const layer = element("div", { class: "z-layer" }, ...link.childNodes)
    layer.append(sheet.overlay)
    const box = element("div", { class: `${link.className} z-box` }, layer)
    const focused = document.activeElement === link
    link.replaceWith(box)
    if (focused) sheet.overlay.focus({ preventScroll: true })
    sheet.light(lit)
    this.listen(sheet)
    this.sheets.push(sheet)
    if (this.sheets.length === 1) this.addTools(layer)
    else layer.addEventListener("pointerdown", event => this.zoom?.handleDown(event))
    box.addEventListener("wheel", event => this.turn(event), { passive: false })
  }

  /** Adds the buttons that zoom and those that show one power. @param {HTMLElement} layer */
  addTools(layer) {
    this.zoom = Panzoom(layer, {
      maxScale: FARTHEST,
      minScale: 1,
      step: STEP,
      contain: "outside",
      panOnlyWhenZoomed: true,
      // The style sheet knows what a finger may do besides.
      touchAction: "",
      cursor: "",
      // All pictures of the figure move alike.
      setTransform: (
        /** @type {HTMLElement} */ _one,
        /** @type {{scale: number, x: number, y: number}} */ to,
      ) => {
        this.figure.style.setProperty("--z-zoom", `scale(${to.scale}) translate(${to.x}px, ${to.y}px)`)
        this.figure.classList.toggle("z-map--zoomed", to.scale > 1)
      },
    })
    /** @type {[string, string, () => void][]} */
    const actions = [
      ["+", gettext("Zoom in"), () => this.zoom?.zoomIn()],
      ["−", gettext("Zoom out"), () => this.zoom?.zoomOut()],
      ["⤢", gettext("Full screen"), () => this.fill()],
    ]
    for (const [sign, name, act] of actions) {
      this.tools.append(makeButton(sign, act, { "aria-label": name, title: name }))
    }
    const powers = element("span", {
      class: "z-powers",
      role: "group",
      "aria-label": gettext("Show one power"),
    })
    for (const [power, ink] of Object.entries(this.sheets[0]?.facts.powers ?? {})) {
      const button = element("button", { type: "button", "aria-pressed": "false" }, namePower(power))
      button.style.setProperty("--z-ink", colourOf(ink))
      button.addEventListener("click", () => this.filter(power, button, powers))
      powers.append(button)
    }
    this.tools.append(powers)
  }

  /** @param {string} power @param {HTMLElement} button @param {HTMLElement} powers */
  filter(power, button, powers) {
    const pressed = button.getAttribute("aria-pressed") !== "true"
    for (const one of powers.children) one.setAttribute("aria-pressed", String(pressed && one === button))
    for (const sheet of this.sheets) sheet.filter(pressed ? power : undefined)
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen()
    else this.figure.requestFullscreen?.().catch(() => undefined)
  }

  /** Zooms with the wheel while Ctrl is held, as a pinch on a pad says; else the page scrolls. @param {WheelEvent} event */
  turn(event) {
    if (!event.ctrlKey) return
    event.preventDefault()
    this.zoom?.zoomWithWheel(event)
  }

  /** @param {Sheet} sheet */
  listen(sheet) {
    /** @param {Event} event */
    const keyOf = event => (event.target instanceof Element ? sheet.keyOf(event.target) : undefined)
    // Not when a province slides under a pointer at rest: what Escape has closed stays closed.
    sheet.overlay.addEventListener("pointermove", event => {
      if (event.pointerType !== "mouse" || this.kept || this.isQuiet) return
      const key = keyOf(event)
      if (key && key !== this.here) this.show(sheet, key)
    })
    sheet.overlay.addEventListener("pointerleave", () => this.kept ?? this.show(sheet))
    sheet.overlay.addEventListener("click", event => {
      const key = keyOf(event)
      if (key && this.pick(key)) this.keep()
      else key && this.kept?.key !== key ? this.keep(sheet, key) : this.keep()
    })
    sheet.overlay.addEventListener("pointerover", event => {
      const mark = event.target instanceof Element ? event.target.closest("[data-order]") : null
      lightOrder(mark?.getAttribute("data-order") ?? undefined)
    })
    sheet.overlay.addEventListener("keydown", event => this.press(sheet, event))
  }

  /** @param {Sheet} sheet @param {KeyboardEvent} event */
  press(sheet, event) {
    const direction = ARROWS[event.key]
    if (direction && event.shiftKey)
      this.zoom?.pan(-direction[0] * PAN, -direction[1] * PAN, { relative: true })
    else if (direction) this.go(sheet, direction)
    else if (event.key === "Escape") this.keep()
    else if (event.key === "+" || event.key === "=") this.zoom?.zoomIn()
    else if (event.key === "-") this.zoom?.zoomOut()
    else if (event.key === "Enter" || event.key === " ") this.choose(sheet, this.here ?? firstOf(sheet))
    else return
    event.preventDefault()
  }

  /** @param {Sheet} sheet @param {string} [key] */
  choose(sheet, key) {
    if (!key || !this.pick(key)) this.keep(sheet, key)
  }

  /** @param {Sheet} sheet @param {[number, number]} direction */
  go(sheet, direction) {
    const from = this.here
    const to = from ? neighbourTowards(sheet.position, from, direction) : firstOf(sheet)
    if (to) this.keep(sheet, to)
  }

  /** Keeps the province at a point of the window, also where the card lies over it. @param {number} x @param {number} y */
  keepAt(x, y) {
    for (const part of document.elementsFromPoint(x, y)) {
      const sheet = this.sheets.find(one => one.overlay.contains(part))
      if (!sheet) continue
      this.keep(sheet, sheet.keyOf(part))
      break
    }
  }

  focus() {
    this.sheets.at(-1)?.overlay.focus()
  }

  /** @param {string} typed */
  find(typed) {
    const sheet = this.sheets.at(-1)
    if (!sheet) return
    const [key] = findProvinces(sheet.position, typed)
    if (key) this.keep(sheet, key)
    else if (!typed) this.keep()
    else this.tell(gettext("No province is called “{typed}”.", { typed }))
  }

  /** Shows a province until it is let go; without one, lets go. @param {Sheet} [sheet] @param {string} [key] */
  keep(sheet, key) {
    this.kept = sheet && key ? { sheet, key } : undefined
    const any = sheet ?? this.sheets[0]
    if (any) this.show(any, key)
    if (sheet && key) this.reveal(sheet, key)
  }

  /** Scrolls the page so far that the whole map is seen, with what is asked below it where there is room for both. */
  revealWhole() {
    const [box, panel] = [this.sheets[0]?.overlay.closest(".z-box"), this.panel].map(one =>
      one?.getBoundingClientRect(),
    )
    if (!box || !panel) return
    const bar = document.querySelector(".z-try__bar")?.getBoundingClientRect().height ?? 0
    const isBeside = panel.left >= box.right
    const end = isBeside ? Math.max(box.bottom, panel.bottom) : box.bottom + panel.height
    const [top, bottom] = [box.top - HEAD / 2, end + bar - innerHeight]
    if (top < 0 || bottom > 0) scrollBy(0, Math.min(top, Math.max(bottom, 0)))
  }

  /** Scrolls the page so far that the card hides no province it tells about. @param {Sheet} sheet @param {string} key */
  reveal(sheet, key) {
    const place = sheet.paths.get(key)?.getBoundingClientRect()
    const { top, left } = this.panel.getBoundingClientRect()
    if (!place || place.bottom <= top || place.right <= left) return
    const middle = (place.top + place.bottom) / 2
    scrollBy(0, Math.min(place.bottom - top + PAN, middle - HEAD))
  }

  /** @param {Sheet} sheet @param {string} [key] */
  show(sheet, key) {
    this.here = key
    for (const one of this.sheets) one.mark(key)
    const province = key ? sheet.position.provinces[key] : undefined
    this.panel.classList.toggle("is-open", !!province)
    this.card.replaceChildren(...(key && province ? this.describe(sheet, key, province) : []))
  }

  /** @param {string} words */
  tell(words) {
    this.panel.classList.add("is-open")
    this.card.replaceChildren(element("p", {}, words))
  }

  /** @param {Sheet} sheet @param {string} key @param {Data.Province} province @returns {Node[]} */
  describe(sheet, key, province) {
    const title = element(
      "p",
      { class: "z-card-of-map__name" },
      element("strong", {}, province.name),
      ` ${province.abbreviation}`,
    )
    const facts = element(
      "p",
      {},
      listQualities(province).reduce((one, other) => gettext("{one}; {other}", { one, other })),
    )
    return [title, facts, this.listNeighbours(sheet, key, province), ...this.listOrders(sheet, key)]
  }

  /** @param {Sheet} sheet @param {string} key @param {Data.Province} province */
  listNeighbours(sheet, key, province) {
    const old = sheet.name === "before" ? undefined : sheet.facts.before.provinces[key]
    const list = element("dl")
    const armies = (province.armies ?? []).map(
      other => sheet.position.provinces[other]?.abbreviation ?? other,
    )
    const oldArmies =
      old && (old.armies ?? []).map(other => sheet.position.provinces[other]?.abbreviation ?? other)
    if (armies.length) list.append(...this.neighbours(sheet, "Armies", armies, oldArmies))
    for (const [place, reached] of Object.entries(province.fleets ?? {})) {
      const from = place.includes("/") ? gettext("Fleets at {place}", { place }) : "Fleets"
      const oldPlaces = old && Object.values(old.fleets ?? {}).flat()
      list.append(...this.neighbours(sheet, from, reached, oldPlaces))
    }
    if (!list.children.length)
      list.append(element("dd", {}, gettext("No unit can go anywhere from here by itself.")))
    const lost = (old?.touches ?? []).filter(other => !province.touches?.includes(other))
    if (lost.length) {
      const names = lost.map(other => sheet.position.provinces[other]?.abbreviation ?? other)
      list.append(element("dt", {}, gettext("No longer")), element("dd", {}, names.join(", ")))
    }
    return list
  }

  /**
   * @param {Sheet} sheet
   * @param {string} who
   * @param {string[]} places
   * @param {string[] | undefined} old what was reached before; undefined where nothing is marked as new
   */
  neighbours(sheet, who, places, old) {
    const known = new Set(old?.map(provinceOf))
    const inside = element("dd")
    for (const place of places) {
      const key = sheet.names.get(provinceOf(place))
      const name = key ? (sheet.position.provinces[key]?.name ?? place) : place
      const button = element("button", { type: "button", title: name }, place)
      if (key) button.addEventListener("click", () => this.keep(sheet, key))
      inside.append(button)
      if (old && !known.has(provinceOf(place)))
        inside.append(element("em", { class: "z-new" }, gettext("new")))
      inside.append(" ")
    }
    return [element("dt", {}, who), inside]
  }

  /** Returns what was ordered in a province, linked to the lines of the report. @param {Sheet} sheet @param {string} key */
  listOrders(sheet, key) {
    const mine = sheet.facts.orders.filter(order => order.at.includes(key))
    if (!mine.length) return []
    const page = new URL(".", new URL(sheet.address, location.href)).href
    const items = mine.map(order => {
      const link = element("a", { href: `${page}#${order.id}` }, order.text)
      const result = nameResult(order.result)
      const said = order.why ? gettext("{what}: {said}", { what: result, said: order.why }) : result
      return element("li", {}, link, ` ${said}`)
    })
    return [element("ul", {}, ...items)]
  }
}

/** Lights up an order on all maps of the page, its line, and those to blame. @param {string} [id] */
async function lightOrder(id) {
  lit = id
  for (const line of document.querySelectorAll("li.is-lit")) line.classList.remove("is-lit")
  if (id) document.getElementById(id)?.classList.add("is-lit")
  for (const table of await Promise.allSettled(tables.values()))
    if (table.status === "fulfilled") for (const sheet of table.value.sheets) sheet.light(id)
}

for (const kind of ["pointerover", "click"])
  document.addEventListener(kind, event => {
    const line = event.target instanceof Element ? event.target.closest("li[id]") : null
    if (line) lightOrder(line.id)
  })

/** Returns where the keys begin: the province nearest to the middle of the map. @param {Sheet} sheet */
function firstOf(sheet) {
  const [width, height] = sheet.position.size ?? [0, 0]
  let best
  let least = Infinity
  for (const [key, province] of Object.entries(sheet.position.provinces)) {
    const away = province.at ? Math.hypot(province.at[0] - width / 2, province.at[1] - height / 2) : Infinity
    if (away < least) [best, least] = [key, away]
  }
  return best
}

/** @param {string} result */
const nameResult = result =>
  ({ void: gettext("is void"), fails: gettext("fails"), succeeds: gettext("succeeds") })[result] ?? result

/** @param {Data.Province} province */
function listQualities(province) {
  const found = [
    { water: gettext("Sea"), land: gettext("Land"), mountain: gettext("Mountains") }[province.terrain] ??
      province.terrain,
  ]
  if (province.iced) found.push(gettext("under ice"))
  if (province.closed) found.push(gettext("closed to all"))
  if (province.centre)
    found.push(
      province.owner
        ? gettext("a centre of {power}", { power: namePower(province.owner) })
        : gettext("a centre that nobody owns"),
    )
  else if (province.owner) found.push(gettext("owned by {power}", { power: namePower(province.owner) }))
  if (province.unit)
    found.push(
      gettext("{unit} of {power}", { unit: province.unit.text, power: namePower(province.unit.power) }),
    )
  if (province.dislodged)
    found.push(
      gettext("{unit} of {power}, dislodged", {
        unit: province.dislodged.text,
        power: namePower(province.dislodged.power),
      }),
    )
  return found
}
