// What if? as data: the question, each phase of it with what is written and what came of it, what is just being done,
// and the steps that lead from one state to the next. Nothing here knows the page, the network or the engine.
import { gettext } from "./language.js"
import { drop, leaveLine, openPower, openSection, write } from "./desk-clicks.js"
import { listLines } from "./desk-text.js"

/** @type {Try.State} */
export const START = {
  question: { at: "", steps: [] },
  turns: [],
  arrows: true,
  clicks: undefined,
  said: "",
  isLaying: false,
  chosen: "",
  offer: "",
  loading: undefined,
  isBusy: false,
  isSlow: false,
  trouble: "",
  player: "",
  seed: 0,
}

// ------------------------------------------------------------------------------------- steps

/** Takes up what has changed. @param {Try.State} state @param {Partial<Try.State>} news @returns {Try.State} */
export const note = (state, news) => ({ ...state, ...news })

/** Begins with a position, and with what the question has for it. @param {Try.State} state @param {Data.Opened} before @returns {Try.State} */
export const openTurn = (state, before) => ({
  ...state,
  turns: [makeTurn(state.question, 0, before)],
})

/** Goes on with the next phase, where there is one. @param {Try.State} state @returns {Try.State} */
export function goOn(state) {
  const before = turnOf(state)?.answer
  if (!before || before.needs || before.winners) return state
  const { question, turns } = state
  return {
    ...leave(state),
    turns: [...turns, makeTurn(question, turns.length, before)],
    arrows: true,
  }
}

/** Leaves every unit without an order. @param {Try.State} state */
export function clear(state) {
  const { before } = turnOf(state) ?? {}
  const blank = before && {
    texts: listBlanks(before.data, before.powers, before.phase),
    throws: {},
  }
  return blank
    ? changeTurn(leave(state), {
        ...blank,
        answer: undefined,
        isChanged: false,
      })
    : state
}

/** @param {Try.State} state @returns {Try.State} */
export const stepBack = state => ({
  ...leave(state),
  turns: state.turns.slice(0, -1),
})

/** Lets go of whatever clicks on the map were for. @param {Try.State} state @returns {Try.State} */
export const leave = state => ({
  ...state,
  clicks: undefined,
  said: "",
  isLaying: false,
  chosen: "",
})

/** @param {Try.State} state @param {Partial<Try.Turn>} news @returns {Try.State} */
function changeTurn(state, news) {
  const turn = turnOf(state)
  return turn ? { ...state, turns: [...state.turns.slice(0, -1), { ...turn, ...news }] } : state
}

/** Forgets what came of the orders. @param {Try.State} state */
export const forgetAnswer = state => changeTurn(state, { answer: undefined })

/** Takes up what came of the orders, which may be others by now. @param {Try.State} state @param {Try.Texts} texts that were judged @param {Data.Judged} answer */
export const takeAnswer = (state, texts, answer) =>
  changeTurn(state, {
    answer,
    throws: { ...turnOf(state)?.throws, ...answer.throws },
    isChanged: turnOf(state)?.texts !== texts,
  })

/** Writes a power's texts under some headings. @param {Try.State} state @param {string} power @param {Record<string, string>} given by heading */
export function writeTexts(state, power, given) {
  const texts = textsOf(state)
  const added = Object.entries(given).map(([section, text]) => [
    section,
    { ...texts[section], [power]: text },
  ])
  return changeTurn(state, {
    texts: { ...texts, ...Object.fromEntries(added) },
    isChanged: !!turnOf(state)?.answer,
  })
}

/** Takes up what programs order for the other powers. @param {Try.State} state @param {Try.Texts} given */
export function fillOthers(state, given) {
  const texts = { ...textsOf(state) }
  for (const [section, byPower] of Object.entries(given)) texts[section] = { ...texts[section], ...byPower }
  return changeTurn(state, { texts })
}

/** Takes up what a throw gave. @param {Try.State} state @param {string} label @param {number} result */
export const takeThrow = (state, label, result) =>
  changeTurn(state, { throws: { ...turnOf(state)?.throws, [label]: result } })

/** Writes what was really ordered in place of what stands there. @param {Try.State} state @param {Data.Facts} facts */
export function fill(state, { orders, throws = {} }) {
  const { phase } = turnOf(state)?.before ?? { phase: "" }
  const played = {
    texts: listPlayed(phase, orders),
    throws: { ...throws[phase] },
    answer: undefined,
  }
  return changeTurn(leave(state), { ...played, isChanged: false })
}

/** Lets orders be clicked: those that are asked for in the phase. @param {Try.State} state @param {Desk.Clicks["choices"]} choices @returns {Try.State} */
export function offerClicks(state, choices) {
  const asked = turnOf(state)?.before.asked ?? {}
  const powers = Object.entries(choices.powers).map(([power, roots]) => [
    power,
    Object.fromEntries(Object.entries(roots).filter(([section]) => section in asked)),
  ])
  const kept = { ...choices, powers: Object.fromEntries(powers) }
  return {
    ...leave(state),
    clicks: openPower(kept, Object.keys(kept.powers)[0] ?? ""),
  }
}

/** Goes on with the clicks; a line that has come to its end is put into the texts. @param {Try.State} state @param {(clicks: Desk.Clicks) => Desk.Clicks} step @returns {Try.State} */
export function click(state, step) {
  const clicks = state.clicks && step(state.clicks)
  const written = clicks && write(clicks, writeFile(textsOf(state), clicks.power))
  if (!written) return { ...state, clicks }
  const found = writeTexts(state, clicks.power, readFile(state, written.text))
  return {
    ...found,
    clicks: written.clicks,
    said: gettext("Written: {line}.", { line: written.line }),
  }
}

/** Takes a line out of the texts again. @param {Try.State} state @param {string} line @returns {Try.State} */
export function dropLine(state, line) {
  const { clicks } = state
  if (!clicks) return state
  const text = drop(clicks, writeFile(textsOf(state), clicks.power), line)
  const found = writeTexts(state, clicks.power, readFile(state, text))
  return { ...found, clicks: openSection(clicks, clicks.section) }
}

/** Lets the board be changed by hand. @param {Try.State} state @returns {Try.State} */
export const layOut = state => ({
  ...forgetAnswer(leave(state)),
  isLaying: true,
})

/** Takes up a click on a province as one whose unit is ordered: who has it is who orders. @param {Desk.Clicks} clicks @param {Data.Position} position @param {string} key */
export function chooseOwner(clicks, position, key) {
  const { unit, dislodged } = position.provinces[key] ?? {}
  const owner = (dislodged ?? unit)?.power
  const isNew = owner && owner in clicks.choices.powers && leaveLine(clicks) === clicks
  return isNew ? openPower(clicks.choices, owner) : clicks
}

// ---------------------------------------------------------------- what a state comes to

/** @param {Try.State} state */
export const turnOf = state => state.turns.at(-1)

/** @param {Try.State} state @returns {Try.Texts} */
const textsOf = state => turnOf(state)?.texts ?? {}

/** Tells whether it is known what was ordered in the phase. @param {Try.State} state @param {Data.Facts} facts */
export const isPlayed = (state, facts) =>
  !state.question.layout && facts.orders.some(order => order.phase === turnOf(state)?.before.phase)

/** Returns the question as it stands. @param {Try.State} state @returns {Try.Question} */
export function writeQuestion({ question: { at, layout }, turns }) {
  return {
    at,
    ...(layout && { layout }),
    steps: turns.map(({ texts, throws }) => ({ texts, throws })),
  }
}

/** Returns the phases that were judged, as the engine makes a scenario file of them. @param {Try.State} state */
export const listJudged = state =>
  state.turns
    .filter(one => one.answer && !one.answer.needs)
    .map(({ before, texts, answer }) => ({
      before: before.position,
      after: answer?.position,
      texts,
      throws: Object.values(answer?.throws ?? {}), // those of orders that were changed since count no more
    }))

/** Returns the powers that have something to write for the phase that is played next. @param {Data.Opened} before */
export function listWriters({ phase, powers, dislodged, data }) {
  const lost = new Set(Object.keys(dislodged).map(key => data.provinces[key]?.dislodged?.power))
  return phase.endsWith("R") ? powers.filter(power => lost.has(power)) : powers
}

/** Returns order files of all that is written, by power. @param {Try.Texts} texts */
export function writeFiles(texts) {
  const powers = new Set(Object.values(texts).flatMap(one => Object.keys(one)))
  return Object.fromEntries([...powers].map(power => [power, writeFile(texts, power)]))
}

/** Returns the powers for which programs are to order: all but the reader's, as long as nobody has written for them. @param {Try.State} state */
export function listProgrammed({ player, turns }) {
  const turn = turns.at(-1)
  if (!player || !turn) return []
  const { before, texts } = turn
  const blanks = listBlanks(before.data, before.powers, before.phase)
  const isBlank = (/** @type {string} */ power) =>
    Object.entries(texts).every(
      ([section, given]) => (given[power] ?? "") === (blanks[section]?.[power] ?? ""),
    )
  return listWriters(before).filter(power => power !== player && isBlank(power))
}

/** Returns what is written for a power as an order file. @param {Try.Texts} texts @param {string} power */
export function writeFile(texts, power) {
  const parts = Object.entries(texts).map(([section, given]) => {
    const text = (given[power] ?? "").replaceAll("'''", "")
    return `${section} = '''\n${text}\n'''`
  })
  return parts.join("\n")
}

/** Returns what an order file has under the headings of the phase. @param {Try.State} state @param {string} text */
function readFile(state, text) {
  const sections = Object.keys(turnOf(state)?.before.asked ?? {})
  const lines = sections.map(section => [
    section,
    listLines(text, section)
      .map(one => one.text)
      .join("\n"),
  ])
  return /** @type {Record<string, string>} */ (Object.fromEntries(lines))
}

/** Returns a phase with what a question has for it; else with blank texts. @param {Try.Question} question @param {number} place @param {Data.Opened} before @returns {Try.Turn} */
function makeTurn(question, place, before) {
  const given = question.steps[place]
  const blanks = () => listBlanks(before.data, before.powers, before.phase)
  return {
    before,
    texts: given?.texts ?? blanks(),
    throws: { ...given?.throws },
  }
}

/**
 * Returns the texts that a phase begins with: every unit that may be ordered, on a line of its own.
 * @param {Data.Position} position
 * @param {string[]} powers
 * @param {string} phase
 * @returns {Try.Texts}
 */
export function listBlanks(position, powers, phase) {
  const provinces = Object.values(position.provinces)
  if (!phase.endsWith("M")) return {}
  const lines = powers.map(power => {
    const units = provinces.flatMap(({ unit }) => (unit?.power === power ? [unit.text] : []))
    return [power, units.sort().join("\n")]
  })
  return { orders: Object.fromEntries(lines) }
}

/** Returns what was really ordered in a phase. @param {string} phase @param {Data.Order[]} orders @returns {Try.Texts} */
function listPlayed(phase, orders) {
  /** @type {Try.Texts} */
  const texts = {}
  for (const { section, power, text } of orders.filter(one => one.phase === phase)) {
    const given = (texts[section] ??= {})
    given[power] = given[power] ? `${given[power]}\n${text}` : text
  }
  return texts
}
