// The search page: what Pagefind finds of words, as hits that lead to the line.
import { element, find, makeButton } from "./elements.js"
import { gettext, ngettext } from "./language.js"

/**
 * What Pagefind says of a hit, as far as it is used here.
 * @typedef {{ title: string, url: string, locations: number[] }} Part
 * @typedef {{ content: string, locations: number[], meta: Record<string, string>, lines?: Line[], sub_results?: Part[] }} Found
 * @typedef {{ id: string, data: () => Promise<Found> }} Hit
 * @typedef {object} Pagefind
 * @property {(options: Record<string, unknown>) => Promise<void>} options
 * @property {() => Promise<void>} init
 * @property {(folder: string, options: Record<string, unknown>) => Promise<void>} mergeIndex
 * @property {(words: string) => Promise<{ results: Hit[] }>} search
 *
 * A line of an order: its address, the game, the season, the power, what came of it, and why.
 * @typedef {[to: string, game: string, season: string, power: string, word: string, why: string]} Line
 */

const PAUSE = 180
/** Hits that are shown at once, and lines of one order. */
const AT_ONCE = 12
const LINES = 4
/** Words of a page's text that are shown round the first that was found. */
const BEFORE = 8
const AFTER = 24
/** What words that stand for a choice look like. */
const MARK = /^zz[a-z]{12}qx\.?$/

const VERDICTS = /** @type {Record<string, string>} */ ({
  succeeds: gettext("succeeds"),
  fails: gettext("fails"),
  void: gettext("void"),
})
/** What stands before the reason of a void order. */
const VOID = gettext("{what}: {said}", { what: gettext("void"), said: "" })

/** @param {HTMLElement} page */
export async function openSearch(page) {
  const form = /** @type {HTMLFormElement} */ (find(page, "form"))
  const words = /** @type {HTMLInputElement} */ (find(form, "input"))
  const choices = [...form.querySelectorAll("select")]
  const state = find(page, "[role=status]")
  const list = find(page, ".z-hits")
  const root = new URL(page.dataset.search ?? "./", location.href)
  restore(words, choices)
  /** @type {Promise<Pagefind> | undefined} */
  let engine
  const volumes = (page.dataset.volumes ?? "").split(" ").filter(Boolean)
  const load = () => (engine ??= loadEngine(root, volumes))
  let turn = 0
  const clear = (/** @type {string} */ said) => {
    list.replaceChildren()
    page.querySelector(".z-finder__more")?.remove()
    list.ariaBusy = null
    state.textContent = said
  }

  const search = async () => {
    const mine = ++turn
    const query = readQuery(words, choices)
    const typed = words.value
    keep(words, choices)
    list.ariaBusy = "true"
    page.classList.toggle("z-finder--busy", Boolean(query))
    delete document.documentElement.dataset.finds
    document.querySelector(".z-index")?.classList.toggle("z-index--below", Boolean(query))
    if (!query) return clear("")
    try {
      const results = await ask(await load(), query, typed)
      if (mine === turn)
        await show(results, {
          list,
          state,
          root,
          choices,
          isOpen: () => mine === turn,
        })
    } catch {
      engine = undefined
      if (mine !== turn) return
      clear(
        gettext(
          "The search cannot read its index just now. There is the index of games, players and provinces below.",
        ),
      )
    }
  }

  let waits = 0
  words.addEventListener("input", () => {
    turn++ // what comes now is of other words
    list.ariaBusy = "true"
    clearTimeout(waits)
    waits = setTimeout(search, PAUSE)
  })
  words.addEventListener("focus", load, { once: true })
  for (const one of choices) one.addEventListener("change", search)
  form.addEventListener("submit", event => {
    event.preventDefault()
    clearTimeout(waits)
    search()
  })
  list.addEventListener("keydown", event => step(event, list, words))
  words.addEventListener("keydown", event => step(event, list, words))
  if (location.hash === `#${words.id}`) words.focus({ preventScroll: true })
  await search()
}

/**
 * Returns what is found of a query; the orders that begin as the words do come first.
 * @param {Pagefind} engine @param {string} query @param {string} typed
 */
async function ask(engine, query, typed) {
  const { results } = await engine.search(query)
  const letters = typed.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
  if (!/^\s*[af]\s+\S/i.test(typed) || letters.length < 3) return results
  const words = query.split(" ").filter(word => MARK.test(word))
  const { results: orders } = await engine.search([`zo${letters}`, ...words].join(" "))
  const first = new Set(orders.map(one => one.id))
  return [...orders, ...results.filter(one => !first.has(one.id))]
}

/**
 * Returns what finds something in the whole zine: in the front's index, and in those of the volumes.
 * @param {URL} root @param {string[]} volumes their folders @returns {Promise<Pagefind>}
 */
async function loadEngine(root, volumes) {
  const made = await import(new URL("pagefind/pagefind.js", root).href)
  const options = {
    ranking: { termSaturation: 1.2, pageLength: 0.9, termFrequency: 0.7 },
  }
  await made.options(options)
  await made.init()
  const merge = (/** @type {string} */ name) =>
    made.mergeIndex(new URL(`${name}/pagefind/`, root).href, options)
  await Promise.all(volumes.map(merge))
  return made
}

/**
 * Takes words and choices from the address, unless the reader has been quicker than this script.
 * @param {HTMLInputElement} words @param {HTMLSelectElement[]} choices
 */
function restore(words, choices) {
  const asked = new URLSearchParams(location.search)
  words.value ||= asked.get("q") ?? ""
  for (const one of choices) {
    one.value ||= asked.get(one.name) ?? ""
    if (one.selectedIndex < 0) one.value = ""
  }
}

/**
 * Puts them into the address, so that it can be sent to others and comes back with the page.
 * @param {HTMLInputElement} words @param {HTMLSelectElement[]} choices
 */
function keep(words, choices) {
  const kept = new URLSearchParams()
  for (const one of [words, ...choices]) if (one.value) kept.set(one.name, one.value)
  const query = kept.toString()
  history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash}`)
}

/**
 * Returns what is to be looked for: the words, and a word for each choice.
 * @param {HTMLInputElement} words @param {HTMLSelectElement[]} choices
 */
function readQuery(words, choices) {
  // Every sign between two provinces is one in the index; quotes ask for words in this very order.
  const typed = words.value
    .replace(/[\u2010-\u2015\u2212]|=?->?|\u2192/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  const marks = choices.map(one => one.selectedOptions[0]?.dataset.mark ?? "")
  return [typed, ...marks].filter(Boolean).join(" ")
}

/**
 * Shows hits, the first of them at once and the others on demand.
 * @param {Hit[]} hits
 * @param {{ list: HTMLElement, state: HTMLElement, root: URL, choices: HTMLSelectElement[], isOpen: () => boolean }} place
 */
async function show(hits, { list, state, root, choices, isOpen }) {
  let shown = 0
  const more = async () => {
    const isFirst = !shown
    const next = hits.slice(shown, (shown += AT_ONCE))
    const found = await Promise.all(next.map(hit => read(hit, root)))
    if (!isOpen()) return
    const made = mergeOrders(found)
      .map(one => showHit(one, root, choices))
      .filter(one => one !== null)
    if (isFirst) list.replaceChildren(...made)
    else list.append(...made)
    list.parentElement?.querySelector(".z-finder__more")?.remove()
    if (shown < hits.length) {
      const button = makeButton(gettext("More"), more, {
        class: "z-button z-finder__more",
      })
      list.after(button)
    }
    if (!isFirst) made[0]?.querySelector("a")?.focus()
    if (!hits.length) list.parentElement?.classList.remove("z-finder--busy")
    state.textContent = hits.length
      ? ngettext("{number} hit", "{number} hits", hits.length)
      : gettext("Nothing is found of that. Fewer words find more; “all” finds in all games.")
    list.ariaBusy = null
  }
  await more()
}

/**
 * Returns what there is to show of a hit; the lines of an order lie in a file of their own.
 * @param {Hit} hit @param {URL} root @returns {Promise<Found>}
 */
async function read(hit, root) {
  const found = await hit.data()
  if (!found.meta.lines) return found
  const answer = await fetch(new URL(found.meta.lines, root))
  if (!answer.ok || !answer.body) return { ...found, lines: [] }
  const lines = await new Response(answer.body.pipeThrough(new DecompressionStream("deflate"))).json()
  return { ...found, lines }
}

/**
 * Returns hits with each order once, with its lines in all volumes.
 * @param {Found[]} hits
 */
function mergeOrders(hits) {
  const seen = /** @type {Map<string, Found>} */ (new Map())
  for (const one of hits) {
    const title = one.meta.title ?? ""
    const known = one.lines && seen.get(title)
    if (known) known.lines = [...(known.lines ?? []), ...(one.lines ?? [])]
    else seen.set(one.lines ? title : `${seen.size} ${title}`, one)
  }
  return [...seen.values()]
}

/**
 * Returns a hit as an item of the list; nothing for an order none of whose lines is meant.
 * @param {Found} found @param {URL} root @param {HTMLSelectElement[]} choices
 */
function showHit(found, root, choices) {
  return found.lines ? showOrder(found, found.lines, root, choices) : showText(found, root)
}

/** @param {Found} found @param {Line[]} all @param {URL} root @param {HTMLSelectElement[]} choices */
function showOrder({ meta }, all, root, choices) {
  const lines = all.filter(line => isMeant(line, choices))
  if (!lines.length) return null
  const items = lines.map(([to, game, season, power, word, why]) =>
    element(
      "li",
      {},
      element("a", { href: new URL(to, root).href }, `${game}, ${season}`),
      ` ${gettext("{what}: {said}", { what: power, said: "" })}`,
      element("span", { class: `z-hits__word z-hits__word--${word}` }, VERDICTS[word] ?? word),
      why ? `, ${why.startsWith(VOID) ? why.slice(VOID.length) : why}` : "",
    ),
  )
  const rest = items.splice(LINES)
  const inside = element("ul", {}, ...items)
  const item = element("li", { class: "z-hits__order" }, element("strong", {}, meta.title ?? ""), inside)
  if (rest.length) {
    const open = makeButton(
      ngettext("{number} season more", "{number} seasons more", rest.length),
      () => {
        inside.append(...rest)
        open.remove()
        rest[0]?.querySelector("a")?.focus()
      },
      { class: "z-again" },
    )
    item.append(open)
  }
  return item
}

/**
 * Tells whether a line is of the game, the rules, the year and the power that were chosen.
 * @param {Line} line @param {HTMLSelectElement[]} choices
 */
function isMeant([to, , , power], choices) {
  const [, game = "", season = ""] = /games\/([^/]+)\/([^/.#]+)/.exec(to) ?? []
  const games = choices.find(one => one.name === "game")
  const rules = [...(games?.options ?? [])].find(one => one.value === game)?.dataset.rules
  const facts = /** @type {Record<string, string | undefined>} */ ({
    game,
    rules,
    year: season.slice(0, 4),
  })
  return choices.every(one => {
    if (!one.value || one.name === "kind") return true
    if (one.name === "power") return one.selectedOptions[0]?.text === power
    return facts[one.name] === undefined || facts[one.name] === one.value
  })
}

/** @param {Found} found @param {URL} root */
function showText({ meta, content, locations, sub_results: parts = [] }, root) {
  const address = new URL(meta.to ?? "", root)
  const best = [...parts].sort((one, other) => other.locations.length - one.locations.length)[0]
  const part = best?.url.includes("#") && !address.hash ? best : undefined
  if (part) address.hash = part.url.split("#")[1] ?? ""
  const about = [meta.by, meta.where].filter(Boolean).join(", ")
  return element(
    "li",
    {},
    element("a", { href: address.href }, meta.title || gettext("Press")),
    part ? ` \u203a ${part.title}` : "",
    about ? element("span", { class: "z-hits__where" }, about) : "",
    meta.text
      ? element("p", { class: "z-hits__text" }, meta.text)
      : cutExcerpt(content, part?.locations ?? locations),
  )
}

/**
 * Returns some of a text round the first word that was found, with all that were found marked.
 * @param {string} content @param {number[]} locations places of words in it
 */
function cutExcerpt(content, locations) {
  const words = content.split(/\s+/)
  const end = words.findIndex(word => MARK.test(word))
  const last = end < 0 ? words.length : end
  const places = locations.filter(place => place < last).sort((one, other) => one - other)
  const from = Math.max(0, (places[0] ?? 0) - BEFORE)
  const to = Math.min(last, from + BEFORE + AFTER)
  const found = new Set(places)
  const text = element("p", { class: "z-hits__text" }, from ? "\u2026 " : "")
  for (let place = from; place < to; place++) {
    const word = words[place] ?? ""
    text.append(found.has(place) ? element("mark", {}, word) : word, " ")
  }
  if (to < last) text.append("\u2026")
  return text
}

/**
 * Goes from hit to hit by the arrow keys, and from the first back to the words.
 * @param {KeyboardEvent} event @param {HTMLElement} list @param {HTMLInputElement} words
 */
function step(event, list, words) {
  const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
  const links = [...list.querySelectorAll("a")]
  const at = links.findIndex(one => one === document.activeElement)
  if (!way || !links.length || (at < 0 && way < 0)) return
  event.preventDefault()
  const next = links[at + way]
  if (next) next.focus()
  else if (at + way < 0) words.focus()
}
