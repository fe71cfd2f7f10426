// What a player knows in a game that keeps secrets: the report that `zinegen open` prints.

/**
 * @typedef {{kind: string, places: string[]}} Fact
 * @typedef {{power: string, game: string, season: string, facts: Fact[]}} Report
 */

/** Returns what an opened report says; nothing where the text is none. @param {string} text @returns {Report | undefined} */
export function readReport(text) {
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
