// Lets tables be sorted by a touch on the head of a column. Without this they stand as they were printed.

const order = new Intl.Collator(document.documentElement.lang || "en", { numeric: true })

/**
 * Returns what a cell is sorted by: the number that it holds, else its text.
 * @param {HTMLTableRowElement} row
 * @param {number} column
 */
function keyOf(row, column) {
  const cell = row.cells[column]
  const text = cell?.dataset.key ?? cell?.textContent?.trim() ?? ""
  const number = text === "" ? Number.NaN : Number(text)
  return { text, number }
}

/**
 * Compares two rows by a column; what is no number comes last in both directions.
 * @param {HTMLTableRowElement} one
 * @param {HTMLTableRowElement} other
 * @param {number} column
 * @param {number} way 1 upwards, -1 downwards
 */
function compare(one, other, column, way) {
  const [a, b] = [keyOf(one, column), keyOf(other, column)]
  if (Number.isNaN(a.number) || Number.isNaN(b.number)) return way * order.compare(a.text, b.text)
  return way * (a.number - b.number)
}

/**
 * Sorts a table by a column: names upwards first, numbers downwards, and the other way at the next touch.
 * @param {HTMLTableElement} table
 * @param {HTMLTableCellElement} head
 */
function sortBy(table, head) {
  const body = table.tBodies[0]
  if (!body) return
  const before = head.getAttribute("aria-sort")
  const first = head.classList.contains("z-number") ? "descending" : "ascending"
  const next = before === "ascending" ? "descending" : before === "descending" ? "ascending" : first
  for (const one of table.querySelectorAll("th[aria-sort]")) one.removeAttribute("aria-sort")
  head.setAttribute("aria-sort", next)
  const way = next === "ascending" ? 1 : -1
  // Sorting is stable: rows that are equal stay in the sequence in which they stood.
  body.append(...[...body.rows].sort((one, other) => compare(one, other, head.cellIndex, way)))
}

/** Makes a button of the head of each column. */
export function sortTables() {
  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll(".z-sort"))) {
    if ((table.tBodies[0]?.rows.length ?? 0) < 2) continue
    for (const head of table.tHead?.rows[0]?.cells ?? []) {
      const button = document.createElement("button")
      button.type = "button"
      button.append(...head.childNodes)
      button.addEventListener("click", () => sortBy(table, head))
      head.append(button)
    }
  }
}
