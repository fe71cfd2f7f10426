// Runs the program: Python in a worker, so that the page stays quick whatever is asked. Loaded by engine.js alone.

import { gettext } from "./language.js"

/** @typedef {{list: Data.EngineList, base: string, total: number, isKept: boolean}} Start */

const KEPT = "zinegen-engine"
const FOLDER = "/engine"
const QUIET = 3000 // milliseconds without a question, after which there is time for other things

/** @type {any} */
let python
/** @type {(question: string) => string} */
let answer
/** What is to be done when the reader is thinking. @type {(() => Promise<void>) | undefined} */
let later
let timer = 0
/** Where the engine's files lie. */
let base = ""
/** The archives that were added. @type {Set<string>} */
const added = new Set()

self.onmessage = async ({ data }) => {
  if (data.list) {
    try {
      await start(data)
      self.postMessage({ ready: true })
    } catch (problem) {
      self.postMessage({ failed: problem instanceof EngineError ? problem.message : explain(problem) })
    }
    return
  }
  clearTimeout(timer)
  if (data.load) {
    const problem = await addModules(data.load).catch(error => String(error.message ?? error))
    self.postMessage({ number: data.number, answer: JSON.stringify(problem ? { error: problem } : {}) })
    return
  }
  try {
    self.postMessage({ number: data.number, answer: answer(data.question) })
  } catch {
    self.postMessage({ failed: gettext("The engine has stopped. Ask again: it starts anew.") })
  }
  if (later) timer = setTimeout(later, QUIET)
}

/**
 * Adds modules to the program that most pages never need, once.
 * @param {string} name of the archive, beside the program
 */
async function addModules(name) {
  if (added.has(name)) return
  const archive = await (await load(new URL(name, base).href)).arrayBuffer()
  python.unpackArchive(archive, "zip", { extractDir: FOLDER })
  python.runPython("import importlib; importlib.invalidate_caches()")
  added.add(name)
}

class EngineError extends Error {}

/** @param {unknown} problem */
function explain(problem) {
  if (typeof WebAssembly !== "object")
    return gettext("The engine needs WebAssembly, which this browser has not.")
  return gettext("The engine could not be started: {problem}", {
    problem: String(problem).split("\n")[0] ?? "",
  })
}

/** @param {Start} told */
async function start({ list, base: home, total, isKept }) {
  base = home
  const folder = new URL(list.runtime.folder, base).href
  const program = new URL(list.program.name, base).href
  // What is not in the browser's cache yet is loaded into it, so that the bytes can be counted on their way.
  if (!isKept) await loadAll([program, ...list.runtime.files.map(({ name }) => `${folder}${name}`)], total)
  const { loadPyodide } = await import(`${folder}pyodide.mjs`)
  const compiled = `${folder}${list.program.name}`
  const [found, archive] = await Promise.all([
    loadPyodide({ indexURL: folder, lockFileContents: JSON.stringify(list.runtime.lock) }),
    findCompiled(compiled).then(kept => kept ?? load(program).then(answer => answer.arrayBuffer())),
  ])
  python = found
  python.unpackArchive(archive, "zip", { extractDir: FOLDER })
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`)
  answer = python.pyimport("zinegen.pages.browser.session").answer
}

/**
 * Returns the program as this browser compiled it at an earlier visit. Where it has not, it will when there is time.
 * @param {string} name
 */
async function findCompiled(name) {
  try {
    const kept = await (await caches.open(KEPT)).match(name)
    if (kept) return await kept.arrayBuffer()
    later = () => keepCompiled(name)
  } catch {
    // Storage is forbidden: the program is compiled at each visit.
  }
  return undefined
}

/** @param {string} name */
async function keepCompiled(name) {
  later = undefined
  try {
    const packed = python.pyimport("zinegen.pages.browser.compiled").pack_compiled(FOLDER)
    const content = packed.toJs()
    packed.destroy()
    await caches.delete(KEPT)
    await (await caches.open(KEPT)).put(name, new Response(content))
  } catch {
    // Storage is full: the program is compiled at each visit.
  }
}

/**
 * @param {string[]} addresses
 * @param {number} total
 */
async function loadAll(addresses, total) {
  let loaded = 0
  const tell = () => self.postMessage({ loaded: Math.min(loaded, total), total })
  tell()
  await Promise.all(
    addresses.map(async address => {
      const reader = (await load(address)).body?.getReader()
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        loaded += part.value.length
        tell()
      }
    }),
  )
}

/** @param {string} address */
async function load(address) {
  const answer = await fetch(address).catch(() => {
    throw new EngineError(
      gettext("The engine could not be loaded: you seem to be offline. Try again when you are not."),
    )
  })
  if (!answer.ok)
    throw new EngineError(
      gettext("The engine could not be loaded: a part of it is not there ({status}).", {
        status: answer.status,
      }),
    )
  return answer
}
