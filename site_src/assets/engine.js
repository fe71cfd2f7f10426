// The engine in the reader's browser: loaded when it is first asked, in a worker of its own. See docs/engine.md.

const PROTOCOL = 1

/** @type {Promise<Data.EngineList> | undefined} */
let list
/** @type {Promise<Data.Engine> | undefined} */
let engine
/** @type {Set<(progress: Data.Progress) => void>} */
const watchers = new Set()
/** @type {Data.Progress | undefined} */
let last

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
  return `(loads ${size < 10 ? size.toFixed(1) : Math.round(size)} MB once)`
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
 * Opens the position at an address in an engine that may still be loading. Fails with a sentence for the reader.
 * @param {Data.Engine | Promise<Data.Engine>} engine
 * @param {string} address of a `position.json`
 */
export async function openPosition(engine, address) {
  const [{ ask }, answer] = await Promise.all([engine, fetch(address).catch(() => undefined)])
  if (!answer?.ok) throw Error("The position cannot be fetched just now. Try again when you are not offline.")
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
  if (!address) throw Error("This site has no engine.")
  const answer = await fetch(address, { cache: "no-cache" }).catch(() => {
    throw Error("The engine could not be loaded: you seem to be offline. Try again when you are not.")
  })
  if (!answer.ok) throw Error(`The engine could not be loaded: its list is not there (${answer.status}).`)
  /** @type {Data.EngineList} */
  const found = await answer.json().catch(() => {
    throw Error("The engine could not be loaded: its list is damaged.")
  })
  if (found.format !== 1 || found.protocol !== PROTOCOL)
    throw Error("The engine is of another version than this page. Load the page anew.")
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
  /** @param {object} question */
  const ask = question =>
    new Promise((done, fail) => {
      waiting.set(++count, { done, fail })
      worker.postMessage({ number: count, question: JSON.stringify(question) })
    })
  return new Promise((opened, failed) => {
    /** @param {string} sentence */
    const giveUp = sentence => {
      worker.terminate()
      engine = last = undefined
      for (const { fail } of waiting.values()) fail(Error(sentence))
      failed(Error(sentence))
    }
    worker.onerror = event => {
      event.preventDefault()
      giveUp("The engine could not be started in this browser.")
    }
    worker.onmessage = ({ data }) => {
      if (data.loaded !== undefined) {
        last = { loaded: data.loaded, total: data.total }
        for (const watch of watchers) watch(last)
      } else if (data.ready) {
        remember(found)
        opened({ ask, version: found.version })
      } else if (data.failed) giveUp(data.failed)
      else {
        const { done, fail } = waiting.get(data.number) ?? {}
        waiting.delete(data.number)
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
