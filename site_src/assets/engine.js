// The engine in the reader's browser: loaded when it is first asked, in a worker of its own. See docs/engine.md.
import { gettext } from "./language.js"

const PROTOCOL = 1
const SLOW = 1000 // milliseconds after which a reader is told that something takes long, and may stop it
const LONGEST = 60_000 // milliseconds after which a question is stopped that has no answer

/** @type {Promise<Data.EngineList> | undefined} */
let list
/** @type {Promise<Data.Engine> | undefined} */
let engine
/** @type {Set<(progress: Data.Progress) => void>} */
const watchers = new Set()
/** @type {Data.Progress | undefined} */
let last
/** Ends the worker, where there is one. @type {((sentence: string) => void) | undefined} */
let stop

/** What a question ends with whose engine was stopped; asked again, it starts anew. */
export class EngineStopped extends Error {}

/**
 * Returns where this site's engine is listed; nothing on a site that has none.
 * @returns {string | undefined}
 */
export function engineAddress() {
  const meta = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="zinegen-engine"]'))
  return meta ? new URL(meta.content, document.baseURI).href : undefined
}

/** Returns what a button says of the engine's size. There are fewer bytes where the server packs them. */
export async function describeSize() {
  const size = sizeOf(await loadList()) / 1e6
  return gettext("(loads {size} MB once)", { size: size < 10 ? size.toFixed(1) : Math.round(size) })
}

/** Tells whether this browser has loaded the engine before, so that it comes from its cache. */
export async function isEngineKept() {
  return isKept(await loadList())
}

/**
 * Returns the engine. It is loaded once; whoever asks later finds the same, or what is still to come of it.
 * @param {(progress: Data.Progress) => void} [onProgress]
 * @returns {Promise<Data.Engine>}
 */
export function openEngine(onProgress = () => {}) {
  watchers.add(onProgress)
  if (last) onProgress(last)
  if (!engine) {
    engine = start()
    // A reader who was offline may try again, and find what was published meanwhile.
    engine.catch(() => (engine = last = list = undefined))
  }
  return engine.finally(() => watchers.delete(onProgress))
}

/**
 * Returns the engine with what checks recorded seasons, which is loaded when it is first wanted.
 * @param {(progress: Data.Progress) => void} [onProgress]
 * @returns {Promise<Data.Engine>}
 */
export async function openChecks(onProgress) {
  const opened = await openEngine(onProgress)
  await opened.loadChecks()
  return opened
}

/**
 * Returns the engine with the programs that play, which are loaded when they are first wanted.
 * @param {(progress: Data.Progress) => void} [onProgress]
 * @returns {Promise<Data.Engine>}
 */
export async function openBots(onProgress) {
  const opened = await openEngine(onProgress)
  await opened.loadBots()
  return opened
}

/** Stops whatever the engine is doing: all that it was asked fails with a sentence. */
export const stopEngine = () =>
  stop?.(gettext("Stopped before there was an answer. Ask again: the engine starts anew."))

/**
 * Does something that the engine is asked for, and tells whether it takes long.
 * @template What
 * @param {() => Promise<What>} act
 * @param {(isSlow: boolean) => void} tell
 */
export async function watchSlow(act, tell) {
  const timer = setTimeout(tell, SLOW, true)
  try {
    return await act()
  } finally {
    clearTimeout(timer)
    tell(false)
  }
}

/**
 * Opens the position at an address in an engine that may still be loading. Fails with a sentence for the reader.
 * @param {Data.Engine | Promise<Data.Engine>} engine
 * @param {string} address of a `position.json`
 */
export async function openPosition(engine, address) {
  const [{ ask }, answer] = await Promise.all([engine, fetch(address).catch(() => undefined)])
  if (!answer?.ok)
    throw Error(gettext("The position cannot be fetched just now. Try again when you are not offline."))
  return ask({ do: "open", position: await answer.text() })
}

/** @returns {Promise<Data.EngineList>} */
function loadList() {
  if (!list) {
    list = fetchList()
    list.catch(() => (list = undefined))
  }
  return list
}

/** @returns {Promise<Data.EngineList>} */
async function fetchList() {
  const address = engineAddress()
  if (!address) throw Error(gettext("This site has no engine."))
  const answer = await fetch(address, { cache: "no-cache" }).catch(() => {
    throw Error(
      gettext("The engine could not be loaded: you seem to be offline. Try again when you are not."),
    )
  })
  if (!answer.ok)
    throw Error(
      gettext("The engine could not be loaded: its list is not there ({status}).", { status: answer.status }),
    )
  /** @type {Data.EngineList} */
  const found = await answer.json().catch(() => {
    throw Error(gettext("The engine could not be loaded: its list is damaged."))
  })
  if (found.format !== 1 || found.protocol !== PROTOCOL)
    throw Error(gettext("The engine is of another version than this page. Load the page anew."))
  return found
}

/** @param {Data.EngineList} found */
const sizeOf = found => found.runtime.files.reduce((sum, file) => sum + file.size, found.program.size)

/** @returns {Promise<Data.Engine>} */
async function start() {
  const found = await loadList()
  const worker = new Worker(new URL("./engine-worker.js", import.meta.url), { type: "module" })
  /** @type {Map<number, {done: (answer: any) => void, fail: (problem: Error) => void}>} */
  const waiting = new Map()
  let count = 0
  let clock = 0
  const watch = () => {
    clearTimeout(clock)
    const sentence = gettext(
      "The engine had no answer after {count} seconds, so it was stopped. Ask again: it starts anew.",
      { count: LONGEST / 1000 },
    )
    if (waiting.size) clock = setTimeout(() => stop?.(sentence), LONGEST)
  }
  /** @param {object} message */
  const send = message =>
    new Promise((done, fail) => {
      waiting.set(++count, { done, fail })
      worker.postMessage({ number: count, ...message })
      if (waiting.size === 1) watch()
    })
  /** @param {object} question */
  const ask = question => send({ question: JSON.stringify(question) })
  const loadChecks = () => send({ load: found.checks.name })
  const loadBots = () => send({ load: found.bots.name })
  return new Promise((opened, failed) => {
    /** @param {string} sentence */
    const giveUp = sentence => {
      worker.terminate()
      clearTimeout(clock)
      engine = last = stop = undefined
      for (const { fail } of waiting.values()) fail(new EngineStopped(sentence))
      failed(new EngineStopped(sentence))
    }
    stop = giveUp
    worker.onerror = event => {
      event.preventDefault()
      giveUp(gettext("The engine could not be started in this browser."))
    }
    worker.onmessage = ({ data }) => {
      if (data.loaded !== undefined) {
        last = { loaded: data.loaded, total: data.total }
        for (const tell of watchers) tell(last)
      } else if (data.ready) {
        remember(found)
        opened({ ask, loadBots, loadChecks, version: found.version })
      } else if (data.failed) giveUp(data.failed)
      else {
        const { done, fail } = waiting.get(data.number) ?? {}
        waiting.delete(data.number)
        watch()
        const answer = JSON.parse(data.answer)
        if (answer.error) fail?.(Error(answer.error))
        else done?.(answer)
      }
    }
    const base = new URL(".", engineAddress()).href
    worker.postMessage({ list: found, base, total: sizeOf(found), isKept: isKept(found) })
  })
}

const KEPT = "zinegen-engine"

/** @param {Data.EngineList} found */
const nameOf = found => `${found.runtime.folder}${found.program.name}`

/**
 * Tells whether this browser has loaded these files before: then they come from its cache, and are not counted.
 * @param {Data.EngineList} found
 */
function isKept(found) {
  try {
    return localStorage.getItem(KEPT) === nameOf(found)
  } catch {
    return false
  }
}

/** @param {Data.EngineList} found */
function remember(found) {
  try {
    localStorage.setItem(KEPT, nameOf(found))
  } catch {
    // Storage is forbidden: the bytes are counted each time.
  }
}
