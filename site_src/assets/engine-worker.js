// Runs the program: Python in a worker, so that the page stays quick whatever is asked. Loaded by engine.js alone.

/** @typedef {import("./engine.js").EngineList} EngineList */
/** @typedef {{list: EngineList, base: string, total: number, isKept: boolean}} Start */

/** @type {(question: string) => string} */
let answer

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
  try {
    self.postMessage({ number: data.number, answer: answer(data.question) })
  } catch {
    self.postMessage({ failed: "The engine has stopped. Ask again: it starts anew." })
  }
}

class EngineError extends Error {}

/** @param {unknown} problem */
function explain(problem) {
  if (typeof WebAssembly !== "object") return "The engine needs WebAssembly, which this browser has not."
  return `The engine could not be started: ${String(problem).split("\n")[0]}`
}

/** @param {Start} told */
async function start({ list, base, total, isKept }) {
  const folder = new URL(list.runtime.folder, base).href
  const program = new URL(list.program.name, base).href
  const addresses = [program, ...list.runtime.files.map(({ name }) => `${folder}${name}`)]
  // What is not in the browser's cache yet is loaded into it, so that the bytes can be counted on their way.
  if (!isKept) await loadAll(addresses, total)
  const { loadPyodide } = await import(`${folder}pyodide.mjs`)
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: folder, lockFileContents: JSON.stringify(list.runtime.lock) }),
    load(program).then(found => found.arrayBuffer()),
  ])
  python.unpackArchive(archive, "zip", { extractDir: "/engine" })
  python.runPython("import sys; sys.path.insert(0, '/engine')")
  answer = python.pyimport("zinegen.pages.browser.session").answer
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
      "The engine could not be loaded: you seem to be offline. Try again when you are not.",
    )
  })
  if (!answer.ok)
    throw new EngineError(`The engine could not be loaded: a part of it is not there (${answer.status}).`)
  return answer
}
