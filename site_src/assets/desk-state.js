// The order desk as data: whose file is written, what stands in it, what the engine says of it, and the steps that lead
// from one state to the next. Nothing here knows the page, the network or the clock.
import { gettext, namePower, ngettext } from "./language.js"
import { drop, openPower, openSection, write } from "./desk-clicks.js"
import { cutHead, listLines, ordersOf, readEvent, readLine } from "./desk-text.js"
import { listNames } from "./map-facts.js"
import { listBlanks } from "./what-if-state.js"

const PAUSE = 700

/** @param {Data.Desk} data @param {Data.Position | undefined} position @returns {Desk.State} */
export const openState = (data, position) => ({
  data,
  position,
  power: "",
  text: "",
  past: [],
  future: [],
  typed: 0,
  isHeadShown: false,
  said: "",
  clicks: undefined,
  check: { offer: "", isLoading: false, loaded: 0, isOn: false, isSlow: false, said: "" },
  checked: undefined,
  message: undefined,
  hand: { said: "", asked: "" },
  known: { said: "", isKept: false },
})

// ------------------------------------------------------------------------------------- steps

/** @param {Desk.State} state @param {string} power @param {{text: string, blank: string}} [draft] @returns {Desk.State} */
export function choosePower(state, power, draft) {
  const blank = fileOf(state, power).text
  const isOld = draft && draft.blank !== blank
  return {
    ...state,
    power,
    text: draft?.text ?? blank,
    past: [],
    future: [],
    said: isOld
      ? gettext("The position has changed since you wrote this draft. Look at each line, or begin again.")
      : "",
    clicks: state.clicks && openPower(state.clicks.choices, power),
    message: undefined,
    hand: { said: "", asked: "" },
  }
}

/** Takes another text as the file. A sealed file goes once the orders are others. @param {Desk.State} state @param {string} text @returns {Desk.State} */
export function showText(state, text) {
  const { asked, sealed } = state.hand
  const isOther = sealed && sealed.of !== text
  const told = gettext("Your orders have changed since they were sealed: seal them again.")
  return { ...state, text, said: "", hand: isOther ? { said: told, asked } : state.hand }
}

/** Shows the head of the file, or hides it. @param {Desk.State} state @returns {Desk.State} */
export const turnHead = state => ({ ...state, isHeadShown: !state.isHeadShown })

/** Takes up what was typed: what follows within a pause is undone together. @param {Desk.State} state @param {string} written what is shown of the file @param {number} now */
export function type(state, written, now) {
  const { head } = showFile(state)
  // Whoever pastes a whole file has its head with it.
  const text = cutHead(written)[0].trim() ? written : head + written
  const past = now - state.typed > PAUSE ? [...state.past, state.text] : state.past
  return { ...showText(state, text), past, future: [], typed: now }
}

/** Changes the file as a click does: one step to undo. @param {Desk.State} state @param {string} text @returns {Desk.State} */
export function change(state, text) {
  if (text === state.text) return state
  return { ...showText(state, text), past: [...state.past, state.text], future: [], typed: 0 }
}

/** @param {Desk.State} state @returns {Desk.State} */
export function undo(state) {
  const [past, future] = [state.past.slice(0, -1), [...state.future, state.text]]
  return state.past.length ? { ...showText(state, state.past.at(-1) ?? ""), past, future, typed: 0 } : state
}

/** @param {Desk.State} state @returns {Desk.State} */
export function redo(state) {
  const [past, future] = [[...state.past, state.text], state.future.slice(0, -1)]
  return state.future.length
    ? { ...showText(state, state.future.at(-1) ?? ""), past, future, typed: 0 }
    : state
}

/** Writes what was meant in place of a slip. @param {Desk.State} state @param {Data.Finding} finding */
export function mend(state, { line, column, width, meant }) {
  const lines = state.text.split("\n")
  const old = lines[line - 1] ?? ""
  lines[line - 1] = old.slice(0, column - 1) + meant + old.slice(column - 1 + width)
  return change(state, lines.join("\n"))
}

/** Goes on with the clicks; a line that has come to its end is put into the file. @param {Desk.State} state @param {(clicks: Desk.Clicks) => Desk.Clicks} step @returns {Desk.State} */
export function goOn(state, step) {
  const clicks = state.clicks && step(state.clicks)
  const written = clicks && write(clicks, state.text)
  if (!written) return { ...state, clicks }
  return {
    ...change(state, written.text),
    clicks: written.clicks,
    said: gettext("Written: {line}.", { line: written.line }),
  }
}

/** Takes a line out of the file again. @param {Desk.State} state @param {string} line @returns {Desk.State} */
export function dropLine(state, line) {
  const { clicks } = state
  if (!clicks) return state
  return { ...change(state, drop(clicks, state.text, line)), clicks: openSection(clicks, clicks.section) }
}

/** Takes up what can be ordered by clicks. @param {Desk.State} state @param {Desk.Clicks["choices"]} choices @returns {Desk.State} */
export const offerClicks = (state, choices) => ({ ...state, clicks: openPower(choices, state.power) })

/** @param {Desk.State} state @param {Partial<Desk.Check>} news @returns {Desk.State} */
export const noteCheck = (state, news) => ({ ...state, check: { ...state.check, ...news } })

/** Takes up what the engine says, unless something else stands there by now. @param {Desk.State} state @param {string} power @param {string} text @param {Data.Checked} answer */
export function takeAnswer(state, power, text, answer) {
  if (text !== state.text || power !== state.power) return state
  return noteCheck({ ...state, said: "", checked: { text, answer } }, { said: summarize(answer) })
}

/** Takes up what came of a message: its orders are the file, one step to undo. @param {Desk.State} state @param {Data.Taken} taken @param {string} said @returns {Desk.State} */
export function takeMessage(state, taken, said) {
  if (taken.refused) return { ...state, message: { said: taken.refused, left: [], findings: [] } }
  return { ...change(state, taken.text), message: { said, left: taken.left_out, findings: taken.findings } }
}

/** Tells something of handing in. @param {Desk.State} state @param {string} said @param {string} [asked] the text that it asks about @returns {Desk.State} */
export const tellHand = (state, said, asked = state.hand.asked) => ({
  ...state,
  hand: { ...state.hand, said, asked },
})

/** Takes up what was sealed of a power's orders. @param {Desk.State} state @param {string} power @param {string} of @param {string} text @returns {Desk.State} */
export function takeSealed(state, power, of, text) {
  if (power !== state.power) return state
  const said = gettext("Sealed as they stand now, and not handed in yet: choose how.")
  return showText({ ...state, hand: { said, asked: state.hand.asked, sealed: { of, text } } }, state.text)
}

/** Takes up the text of an opened report, if it is one of this game. @param {Desk.State} state @param {string} text @returns {Desk.State} */
export function useReport(state, text) {
  const report = readReport(text)
  const wrong =
    (!report && gettext("This is no opened report: it begins with the power, the game and the season.")) ||
    (report?.game !== state.data.game &&
      gettext("This report is of another game, {game}.", { game: report?.game ?? "" }))
  if (wrong) return { ...state, known: { ...state.known, said: wrong, isKept: false } }
  const said = gettext("The map shows what {power} knew after {season}.", {
    power: namePower(report?.power ?? ""),
    season: report?.season ?? "",
  })
  return { ...state, known: { report, said, isKept: true } }
}

/** @param {Desk.State} state @returns {Desk.State} */
export const forgetReport = state => ({
  ...state,
  known: { said: gettext("The report is forgotten."), isKept: false },
})

// ---------------------------------------------------------------- what a state comes to

/** @param {Desk.State} state @param {string} [power] */
export const fileOf = ({ data, power: own }, power = own) =>
  /** @type {Data.PowerFile} */ (data.powers[power])

/** @param {Desk.State} state */
export const isTooLong = ({ text, data }) => new TextEncoder().encode(text).length > data.most

/** Returns what is shown of the file, and the head before it: that is hidden unless it is wanted or wrong. @param {Desk.State} state */
export function showFile(state) {
  const [head, rest] = cutHead(state.text)
  const isWhole = state.isHeadShown || listTroubles(state).length > 0
  return { head: isWhole ? "" : head, shown: isWhole ? state.text : rest }
}

/** @param {Desk.State} state */
export const isBlank = state => state.text.trim() === fileOf(state).text.trim()

/** Returns what is wrong with the file as a file, as far as that is seen here, a sentence each. @param {Desk.State} state */
export function listTroubles(state) {
  const { text, data } = state
  if (isTooLong(state)) {
    const [size, most] = [text.length, data.most].map(one => Math.ceil(one / 1024))
    return [
      gettext(
        "An order file has at most {most} KB, and this has {size} KB: it cannot be handed in like this.",
        {
          most: most ?? 0,
          size: size ?? 0,
        },
      ),
    ]
  }
  const power = fileOf(state).file.replace(/\.toml$/, "")
  return Object.entries({ game: data.game, season: data.season, power }).flatMap(([key, value]) => {
    const said = new RegExp(`^\\s*${key}\\s*=\\s*["']([^"']*)["']`, "m").exec(text)
    if (said?.[1] === value) return []
    return said
      ? [
          gettext('This file is for another {key}, {other}: here {key} = "{value}" is wanted.', {
            key,
            other: said[1] ?? "",
            value,
          }),
        ]
      : [gettext('The line {key} = "{value}" is missing at the top of the file.', { key, value })]
  })
}

/** Returns what the engine has said of the text as it stands; nothing while it has not. @param {Desk.State} state */
const answerOf = ({ checked, text }) => (checked?.text === text ? checked.answer : undefined)

/** Tells whether a line cannot be read, as far as that is known. @param {Desk.State} state */
export const hasMistakes = state => !!answerOf(state)?.findings.some(one => one.level === "error")

/** Returns the orders to be drawn, those that the engine has read; nothing while it is about to read them. @param {Desk.State} state */
export function listDrawn(state) {
  const { data, position, power, text, check } = state
  const orders = answerOf(state)?.orders
  if (!position || (check.isOn && !orders)) return undefined
  if (orders) return orders.filter(one => data.drawn.includes(one.section))
  const names = listNames(position)
  const { headings = {} } = state.clicks?.choices ?? {}
  return data.drawn.flatMap(name => {
    const kinds = headings[name]?.events
    return listLines(text, name).flatMap(
      ({ text: line }) => (kinds ? readEvent(names, kinds, line, power) : readLine(names, line, power)) ?? [],
    )
  })
}

/** Returns the question what comes of the orders of the phase that is played next, while nobody else orders anything. @param {Desk.State} state @returns {Try.Question} */
export function questionOf({ data, position, power, text }) {
  const phase = data.phases[0] ?? ""
  const texts = position ? listBlanks(position, Object.keys(data.powers), phase) : {}
  for (const section of data.drawn) {
    const lines = listLines(text, section).map(one => one.text)
    if (lines.length) texts[section] = { ...texts[section], [power]: lines.join("\n") }
  }
  return { at: `games/${data.game}/desk`, steps: [{ texts, throws: {} }] }
}

/** @param {Desk.State} state */
const isForMoves = ({ data }) => !!data.phases[0]?.endsWith("M")

/** Returns the power's units that have something to do at this deadline, as far as the map knows them. @param {Desk.State} state */
export function listUnits(state) {
  /** @type {Desk.OwnUnit[]} */
  const found = []
  for (const [key, { unit, dislodged }] of Object.entries(state.position?.provinces ?? {})) {
    if (isForMoves(state) && unit?.power === state.power)
      found.push({ text: unit.text, key, section: "orders" })
    if (dislodged?.power === state.power) found.push({ text: dislodged.text, key, section: "retreats" })
  }
  return found.sort((one, other) => one.text.localeCompare(other.text))
}

/** Returns what a unit is ordered to do by the text; empty if nothing. @param {Desk.State} state @param {Desk.OwnUnit} unit */
export function findOrder(state, { text, key, section }) {
  const known = answerOf(state)?.orders.find(one => one.section === section && one.mark?.from === key)
  const read = ordersOf(text)
  if (known) return read(known.text) || known.text
  for (const line of listLines(state.text, section)) {
    const order = read(line.text)
    if (order) return order
  }
  return ""
}

/** Returns what is said of the file: the news, or which of so many units wait for orders. @param {Desk.State} state @param {number} count @param {string[]} idle */
export function describeUnits(state, count, idle) {
  if (state.said) return state.said
  if (!state.position)
    return gettext("The map cannot be shown just now; the file can be written all the same.")
  if (!count)
    return isForMoves(state)
      ? gettext(
          "{power} has no units. What else it may order, such as builds, goes below the headings of the file.",
          { power: namePower(state.power) },
        )
      : ""
  if (!idle.length) return ngettext("Your unit has its order.", "All {number} units have orders.", count)
  return idle.length === count
    ? ngettext("{number} unit waits for orders.", "{number} units wait for orders.", count)
    : gettext("Still without an order: {units}.", { units: idle.join(", ") })
}

/** @param {Data.Checked} answer */
function summarize({ findings, read: lines }) {
  const errors = findings.filter(one => one.level === "error").length
  const warnings = findings.filter(one => one.level === "warning").length
  const read = ngettext(
    "Checked: {number} order can be read",
    "Checked: {number} orders can be read",
    lines.length,
  )
  if (!errors && !warnings) return `${read}.`
  const wrong = [
    ...(errors ? [ngettext("{number} mistake", "{number} mistakes", errors)] : []),
    ...(warnings ? [ngettext("{number} warning", "{number} warnings", warnings)] : []),
  ]
  return `${read}; ${wrong.join(gettext(" and "))}.`
}

/** Returns what an opened report says; nothing where the text is none. @param {string} text @returns {Desk.Report | undefined} */
function readReport(text) {
  const lines = text.split(/\r?\n/)
  const head = /^(.+), ([a-z0-9-]+), ([a-z0-9-]+)$/.exec(lines[0]?.trim() ?? "")
  const start = lines.indexOf("All that you know")
  if (!head || start < 0) return undefined
  const known = lines.slice(start + 1)
  const end = known.indexOf("")
  const facts = known.slice(0, end < 0 ? known.length : end).flatMap(line => {
    const found = /^(owns|no centre|centre|range|double) (\S+)$/.exec(line)
    return found ? [{ kind: found[1] ?? "", places: (found[2] ?? "").split("/") }] : []
  })
  return { power: head[1] ?? "", game: head[2] ?? "", season: head[3] ?? "", facts }
}
