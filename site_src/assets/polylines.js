// Lines as files have them: encoded polylines of whole numbers (docs/map-data.md).

/** Returns x and y of each point of a line, in turn. @param {string} text @returns {Float64Array} */
export function readLine(text) {
  /** @type {number[]} */
  const found = []
  let [number, place] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const bits = text.charCodeAt(at) - 63
    number |= (bits & 31) << place
    place += 5
    if (bits & 32) continue
    const step = number & 1 ? ~(number >> 1) : number >> 1
    found.push(step + (found.at(-2) ?? 0))
    number = place = 0
  }
  return Float64Array.from(found)
}
