// A walk through what can be ordered, click by click, to a line of an order file. The tree of clicks is made by the
// program (docs/map-data.md, "Choices"): here nothing is known of any rule.

/**
 * @typedef {{line: string, todo: number[]}} Place
 * @typedef {Place[]} Walk where it has been, and last where it is; empty where there is nothing to order
 */

const FORMAT = 1

/**
 * Returns what can be ordered; undefined where nothing is listed, so that orders are typed.
 * @param {string} address
 * @returns {Promise<Data.Choices | undefined>}
 */
export async function loadChoices(address) {
  const answer = await fetch(address).catch(() => undefined)
  const found = answer?.ok ? await answer.json().catch(() => undefined) : undefined
  const isKnown = found?.format === FORMAT && Array.isArray(found.nodes)
  return isKnown && found.powers && found.headings ? found : undefined
}

/** @param {number | undefined} root @returns {Walk} */
export const beginWalk = root => (root === undefined ? [] : [{ line: "", todo: [root] }])

/** @param {Walk} walk */
export const lineOf = walk => walk.at(-1)?.line ?? ""

/** @param {Walk} walk */
export const isBegun = walk => walk.length > 1

/** @param {Walk} walk */
export const isDone = walk => walk.at(-1)?.todo.length === 0

/** @param {Data.Node[]} nodes @param {Place | undefined} place @returns {Data.Node} */
const nodeAt = (nodes, place) => nodes[place?.todo[0] ?? -1] ?? {}

/** @param {Place} place @param {Data.Step} step @returns {Place} */
const follow = (place, [text, ...next]) => ({
  line: place.line + text,
  todo: [...next, ...place.todo.slice(1)],
})

/**
 * Returns the provinces that can be clicked, each with where that leads: by itself, or by the first button that asks for
 * provinces, so that a click on a unit and one on a province are a move.
 * @param {Data.Node[]} nodes
 * @param {Walk} walk
 */
export function listProvinces(nodes, walk) {
  /** @type {Map<string, Place[]>} */
  const found = new Map()
  const here = walk.at(-1)
  if (!here) return found
  const { provinces = {}, buttons = [] } = nodeAt(nodes, here)
  for (const [key, step] of Object.entries(provinces)) found.set(key, [follow(here, step)])
  for (const [, ...step] of buttons) {
    const beyond = follow(here, step)
    const next = Object.entries(nodeAt(nodes, beyond).provinces ?? {})
    for (const [key, one] of next) if (!found.has(key)) found.set(key, [beyond, follow(beyond, one)])
    if (next.length) break
  }
  return found
}

/** Returns the labels of the buttons that can be pressed. @param {Data.Node[]} nodes @param {Walk} walk */
export const listButtons = (nodes, walk) => (nodeAt(nodes, walk.at(-1)).buttons ?? []).map(([label]) => label)

/**
 * Returns the walk after a click on a province; undefined where that leads nowhere.
 * @param {Data.Node[]} nodes
 * @param {Walk} walk
 * @param {string} key
 * @returns {Walk | undefined}
 */
export function clickProvince(nodes, walk, key) {
  const places = listProvinces(nodes, walk).get(key)
  return places && [...walk, ...places]
}

/** Returns the walk after a button is pressed. @param {Data.Node[]} nodes @param {Walk} walk @param {number} number of the button @returns {Walk} */
export function pressButton(nodes, walk, number) {
  const here = walk.at(-1)
  const [, ...step] = nodeAt(nodes, here).buttons?.[number] ?? ["", ""]
  return here ? [...walk, follow(here, step)] : walk
}

/** Tells whether the line may end here. @param {Data.Node[]} nodes @param {Walk} walk */
export function mayEnd(nodes, walk) {
  const { todo = [] } = walk.at(-1) ?? {}
  return todo.length > 0 && todo.every(number => nodes[number]?.end)
}

/** @param {Walk} walk @returns {Walk} */
export const endWalk = walk => [...walk, { line: lineOf(walk), todo: [] }]
