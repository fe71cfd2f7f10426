// The words of this script in the zine's language, where that is not English: the theme has put them into the page.
/** @type {Record<string, string | string[]>} */
const words = JSON.parse(
  /** @type {HTMLElement | null} */ (document.querySelector("[data-words]"))?.dataset.words ?? "{}",
)
const LANGUAGE = document.documentElement.lang || "en"
const LOCALE = LANGUAGE === "en" ? "en-GB" : LANGUAGE

/** @param {string} text @param {Record<string, string | number>} values */
const fillIn = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all))

/** Returns a text in the zine's language. @param {string} text @param {Record<string, string | number>} [values] */
const gettext = (text, values = {}) => fillIn(String(words[text] ?? text), values)

/** Returns a text for a number of things, which is `{number}` in it. @param {string} one @param {string} many @param {number} number */
function ngettext(one, many, number) {
  const isOne = new Intl.PluralRules(LANGUAGE).select(number) === "one"
  const [first = one, second = many] = words[one] ?? []
  return fillIn(isOne ? first : second, { number })
}

// So many pixels a pointer moves before it drags.
const FIRM = 6

/**
 * Leaves titles and legends out of two maps that lie over each other, and puts the legend of the map after below.
 * @param {HTMLElement} box
 */
function cropMaps(box) {
  const after = /** @type {HTMLImageElement} */ (box.querySelector(".z-compare__after img"))
  const [top = 0, high = 0] = (box.dataset.frame ?? "").split(" ").map(Number)
  const crop = () => {
    const { naturalWidth: wide, naturalHeight: whole } = after
    const rest = whole - top - high
    if (!wide || !(rest > 0)) return
    const legend = document.createElement("div")
    const copy = /** @type {HTMLImageElement} */ (after.cloneNode())
    copy.alt = ""
    legend.className = "z-compare__legend"
    legend.append(copy)
    const lengths = { head: `${(-100 * top) / wide}%`, board: `${wide} / ${high}` }
    const below = { skip: `${(-100 * (top + high)) / wide}%`, rest: `${wide} / ${rest}` }
    for (const [name, length] of Object.entries({ ...lengths, ...below }))
      box.style.setProperty(`--z-${name}`, length)
    box.append(legend)
    box.classList.add("z-compare--cropped")
  }
  if (after.complete) crop()
  else after.addEventListener("load", crop, { once: true })
}

/**
 * Lets a drag over two maps move the line between them, as long as they are not zoomed.
 * @param {HTMLElement} box
 * @param {HTMLInputElement} slider
 */
function followDrags(box, slider) {
  /** @type {PointerEvent | undefined} */
  let start
  let drags = false
  /** @param {PointerEvent} event */
  const begin = event => {
    const onBar = event.target instanceof Element && event.target.closest(".z-compare__bar")
    // With a second finger it is a pinch.
    const isDrag = event.isPrimary && !onBar && !event.button && !box.closest(".z-map--zoomed")
    start = isDrag ? event : undefined
    drags = false
  }
  /** @param {PointerEvent} event */
  const move = event => {
    if (!start || event.pointerId !== start.pointerId) return
    if (!drags && Math.abs(event.clientX - start.clientX) < FIRM) return
    if (!drags) box.setPointerCapture(event.pointerId)
    drags = true
    const { left, width } = box.getBoundingClientRect()
    slider.value = String((100 * (event.clientX - left)) / width)
    slider.dispatchEvent(new Event("input"))
  }
  // First in line: what zooms the maps keeps such events to itself.
  box.addEventListener("pointerdown", begin, { capture: true })
  box.addEventListener("pointermove", move)
  for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => (start = undefined))
  box.addEventListener("dragstart", event => event.preventDefault())
  const refuse = (/** @type {Event} */ event) => {
    if (drags) event.preventDefault()
    if (drags) event.stopPropagation()
    drags = false
  }
  box.addEventListener("click", refuse, { capture: true })
}

// Lays the map after over the map before. Without this both stand one below the other, complete.
for (const box of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".z-compare"))) {
  const bar = /** @type {HTMLElement} */ (box.querySelector(".z-compare__bar"))
  const slider = /** @type {HTMLInputElement} */ (bar.querySelector("input"))
  const show = () => {
    const before = slider.valueAsNumber
    box.style.setProperty("--z-split", `${before}%`)
    slider.setAttribute("aria-valuetext", `${before} % before, ${100 - before} % after`)
  }
  bar.hidden = false
  box.classList.add("z-compare--on")
  cropMaps(box)
  slider.addEventListener("input", show)
  followDrags(box, slider)
  show()
}

/**
 * Brings the maps of a report together under one row of tabs.
 * @param {HTMLElement} home the part of the page that the first of them lies in
 * @param {HTMLElement[]} figures
 */
function setStage(home, figures) {
  const list = document.createElement("div")
  list.className = "z-tabs"
  list.setAttribute("role", "tablist")
  list.setAttribute("aria-label", gettext("Maps of this report"))
  /** @type {HTMLElement[]} */
  const panels = []
  const tabs = figures.map((figure, number) => {
    const tab = document.createElement("button")
    const name = figure.dataset.stage ?? ""
    const panel = document.createElement("div")
    panel.id = `map-${name.toLowerCase().replace(/[^a-z]+/g, "-")}`
    figure.dataset.section = figure.closest("section")?.querySelector("h2")?.id
    figure.classList.remove("z-map--small")
    panel.setAttribute("role", "tabpanel")
    panel.setAttribute("aria-label", name)
    panel.append(figure)
    panels.push(panel)
    for (const [key, value] of Object.entries({ type: "button", role: "tab", "aria-controls": panel.id }))
      tab.setAttribute(key, value)
    tab.textContent = name
    tab.addEventListener("click", () => choose(number))
    return tab
  })
  /** @param {number} chosen */
  const choose = chosen => {
    for (const [number, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(number === chosen))
      tab.tabIndex = number === chosen ? 0 : -1
      panels[number]?.classList.toggle("z-panel--away", number !== chosen)
    }
  }
  list.addEventListener("keydown", event => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    const next =
      step && (tabs.findIndex(tab => tab === document.activeElement) + step + tabs.length) % tabs.length
    if (next === undefined) return
    choose(next)
    tabs[next]?.focus()
  })
  // An address that ends in #before, #after or the name of a map opens it; an order's line opens the map it is on.
  const follow = () => {
    const name = location.hash.slice(1)
    const slider = /** @type {HTMLInputElement | null} */ (home.querySelector(".z-compare input"))
    const end = { before: "100", after: "0" }[name]
    const number = end ? 0 : panels.findIndex(panel => panel.id === name)
    if (number < 0) return
    choose(number)
    if (end && slider) slider.value = end
    slider?.dispatchEvent(new Event("input"))
    home.scrollIntoView()
  }
  document.addEventListener("click", event => {
    const line = event.target instanceof Element ? event.target.closest("li[id] .z-order") : null
    const section = line?.closest("section:has(> h2)")?.querySelector("h2")?.id
    const number = figures.findIndex(figure => section && figure.dataset.section === section)
    if (number < 0) return
    choose(number)
    home.scrollIntoView()
  })
  home.querySelector("h2")?.after(list)
  list.append(...tabs)
  home.append(...panels)
  addEventListener("hashchange", follow)
  choose(0)
  follow()
}

// A map fits the window: how broad it may be follows from how high it is.
for (const figure of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".z-map"))) {
  const sizes = [...figure.querySelectorAll("img")].map(one =>
    ["width", "height"].map(name => Number(one.getAttribute(name))),
  )
  const ratio = Math.min(...sizes.map(([wide = 0, high = 0]) => wide / high))
  const home = /** @type {HTMLElement} */ (figure.closest(".z-desk .z-board") ?? figure)
  if (ratio > 0 && ratio < Infinity) home.style.setProperty("--z-ratio", String(ratio))
  if (!figure.querySelector("a[data-map]")) continue
  const hint = document.createElement("p")
  hint.className = "z-small z-hint"
  hint.textContent = gettext("Point at a province, or tap it: what it is and what it touches is told here.")
  figure.append(hint)
}

// The maps of a report stand beside what they show; with this they share one place, with a tab for each.
const maps = document.getElementById("maps")?.closest("section")
const figures = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("figure[data-stage]")])
if (maps && figures.length > 1) setStage(maps, figures)

// A map that moves begins when it is seen, and again when somebody asks. Without this it plays once it has loaded.
if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
  for (const figure of document.querySelectorAll(".z-motion")) {
    const picture = /** @type {HTMLImageElement} */ (figure.querySelector("img"))
    const again = /** @type {HTMLButtonElement} */ (figure.querySelector(".z-again"))
    const file = picture.src
    let times = 0
    // A picture of a new address plays from its beginning.
    const play = () => (picture.src = `${file}?${(times += 1)}`)
    const seen = new IntersectionObserver(
      entries => {
        if (!entries.some(one => one.isIntersecting)) return
        seen.disconnect()
        play()
        again.hidden = false
      },
      { threshold: 0.6 },
    )
    picture.removeAttribute("src")
    seen.observe(picture)
    again.addEventListener("click", play)
    // So does a touch of the picture; by keys, and with a key held, it stays a link to it.
    figure.querySelector("a")?.addEventListener("click", event => {
      if (again.hidden || !event.detail || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      play()
    })
  }

// A map answers once it is touched; what that takes is loaded then. Without this it is a link to its picture.
const folder = /** @type {HTMLScriptElement} */ (document.currentScript).src
/** @param {Event} event */
const findMap = event =>
  event.target instanceof Element
    ? /** @type {HTMLAnchorElement | null} */ (event.target.closest("a[data-map]"))
    : null
/** @type {Set<string>} */
const fetched = new Set()
// All that a map takes is fetched at once: otherwise each script is asked for by the one before.
/** @param {HTMLAnchorElement} link */
const fetchParts = ({ dataset: { map = "" } }) => {
  /** @type {[string, Record<string, string>][]} */
  const parts = ["map-table.js", "map-facts.js", "polylines.js", "elements.js", "vendor/panzoom.js"].map(
    name => [new URL(name, folder).href, { rel: "modulepreload" }],
  )
  parts.push([map, { rel: "preload", as: "fetch", crossOrigin: "anonymous" }])
  for (const [href, marks] of parts) {
    if (!fetched.has(href))
      document.head.append(Object.assign(document.createElement("link"), marks, { href }))
    fetched.add(href)
  }
}
/** @param {HTMLAnchorElement} link */
const openMap = async link => {
  fetchParts(link)
  const { openTable } = await import(new URL("map-table.js", folder).href)
  return openTable(link)
}
for (const kind of ["pointerover", "focusin"])
  document.addEventListener(kind, event => {
    const link = findMap(event)
    // Whoever only reads on is not told what could not be fetched: the click is.
    if (link) openMap(link).catch(() => undefined)
  })
// So does the map of the orders for whoever points at one of them.
document.addEventListener("pointerover", event => {
  const line = event.target instanceof Element ? event.target.closest("li[id]") : null
  const section = line?.closest("section:has(> h2)")?.querySelector("h2")?.id
  const link = section && document.querySelector(`figure[data-section="${section}"] a[data-map]`)
  if (link instanceof HTMLAnchorElement) openMap(link).catch(() => undefined)
})
document.addEventListener("click", event => {
  const link = findMap(event)
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  const { clientX, clientY, detail } = event
  openMap(link)
    .then(table => (detail ? table.keepAt(clientX, clientY) : table.focus()))
    .catch(error => {
      // From now on it is a link to its picture, as without this script.
      const figure = /** @type {HTMLElement} */ (link.closest("figure"))
      for (const one of /** @type {NodeListOf<HTMLElement>} */ (figure.querySelectorAll("[data-map]")))
        delete one.dataset.map
      const why = error?.name === "Error" ? error.message : gettext("This map cannot answer just now.")
      const note = document.createElement("p")
      note.className = "z-remark"
      note.setAttribute("role", "status")
      note.textContent = `${why} ${gettext("Another click opens its picture.")}`
      figure.querySelector("figcaption")?.before(note)
    })
})

// A replay is fetched on its own page alone.
if (document.querySelector("[data-replay]")) import(new URL("replay.js", folder).href)
// The order desk is a page of its own.
const desk = /** @type {HTMLElement | null} */ (document.querySelector("[data-desk]"))
if (desk) import(new URL("order-desk.js", folder).href).then(({ openDesk }) => openDesk(desk))

// A game is checked on a page of its own, and orders are tried on another.
const checks = /** @type {HTMLElement | null} */ (document.querySelector("[data-checks]"))
if (checks) import(new URL("season-checks.js", folder).href).then(({ openChecks }) => openChecks(checks))

const table = document.querySelector("[data-what-if]")
if (table) import(new URL("what-if.js", folder).href).then(({ openTable }) => openTable(table))

// A page says which deadlines had passed when it was made; others may have since.
for (const one of /** @type {NodeListOf<HTMLTimeElement>} */ (
  document.querySelectorAll("time[data-deadline]")
))
  if (Date.parse(one.dateTime) <= Date.now()) one.after(` ${gettext("(passed)")}`)

/** @type {[number, (count: number) => string][]} minutes of a unit, and so many of them in words */
const SPANS = [
  [1440, count => ngettext("{number} day", "{number} days", count)],
  [60, count => ngettext("{number} hour", "{number} hours", count)],
  [1, count => ngettext("{number} minute", "{number} minutes", count)],
]

/** Returns minutes in words, in the two largest units: "2 days 3 hours". @param {number} minutes */
function tellSpan(minutes) {
  const from = SPANS.findIndex(([size]) => minutes >= size)
  if (from < 0) return gettext("less than a minute")
  let rest = minutes
  const parts = SPANS.slice(from, from + 2).map(([size, tell]) => {
    const count = Math.floor(rest / size)
    rest %= size
    return count && tell(count)
  })
  return parts.filter(Boolean).join(" ")
}

/** Returns a moment as the reader's clock shows it; nothing where that is what stands there. @param {string} iso */
function tellOwnTime(iso) {
  const when = new Date(iso)
  const there = /([+-])(\d\d):(\d\d)$/.exec(iso)
  const ahead = there ? Number(`${there[1]}1`) * (60 * Number(there[2]) + Number(there[3])) : 0
  if (Number.isNaN(+when) || -when.getTimezoneOffset() === ahead) return ""
  const day = when.toLocaleDateString(LOCALE, { weekday: "short", day: "numeric", month: "short" })
  const time = when.toLocaleTimeString(LOCALE, { hour: "2-digit", minute: "2-digit" })
  return gettext("{day}, {time} your time", { day, time })
}

// How long it is until each deadline: once a minute, in room that is kept, and never said aloud by itself.
const left = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-until]"))
const countDown = () => {
  for (const one of left) {
    const iso = one.dataset.until ?? ""
    const minutes = Math.floor((Date.parse(iso) - Date.now()) / 60_000)
    const own = tellOwnTime(iso)
    const text = minutes < 0 ? "" : `${gettext("in {span}", { span: tellSpan(minutes) })}${own && `; ${own}`}`
    if (one.textContent !== text) one.textContent = text
  }
}
countDown()
if (left.length) setInterval(countDown, 60_000)

// Two maps of a game's atlas are chosen by script.
const atlas = /** @type {HTMLElement | null} */ (document.querySelector("[data-atlas]"))
if (atlas) import(new URL("atlas.js", folder).href).then(({ openAtlas }) => openAtlas(atlas))

// The search has a page of its own; a stroke leads to its box from everywhere.
const finder = /** @type {HTMLElement | null} */ (document.querySelector("[data-search]"))
const fromFile = /** @type {HTMLElement | null} */ (finder?.querySelector(".z-finder__file") ?? null)
if (fromFile && location.protocol === "file:") {
  fromFile.hidden = false
  fromFile.parentElement?.querySelector("form")?.remove()
} else if (finder) import(new URL("search.js", folder).href).then(({ openSearch }) => openSearch(finder))
addEventListener("keydown", event => {
  const isTyping =
    event.target instanceof Element && event.target.closest("input, select, textarea, [contenteditable]")
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
  const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (
    document.querySelectorAll(".z-finder input, .z-find input")
  )
  const box = [...boxes].find(one => one.offsetParent)
  if (!box) return
  event.preventDefault()
  box.focus()
})

// What scrolls sideways can be reached by keyboard, and only that: a stop at every table would be a nuisance.
const wide = new ResizeObserver(entries => {
  for (const { target } of entries) {
    const scrolls = target.scrollWidth > target.clientWidth + 1
    const name = target.querySelector("caption, title")?.textContent ?? gettext("Scrolls sideways")
    const marks = { tabindex: "0", role: "group", "aria-label": name }
    for (const [key, value] of Object.entries(marks))
      scrolls ? target.setAttribute(key, value) : target.removeAttribute(key)
  }
})
addEventListener("load", () => {
  for (const box of document.querySelectorAll(".z-scroll, .md-typeset__scrollwrap")) wide.observe(box)
})

const toSort = document.querySelector(".z-sort")
if (toSort) import(new URL("table-sort.js", folder).href).then(({ sortTables }) => sortTables())
