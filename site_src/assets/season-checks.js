// The page on which a reader checks a game: the files that are published of each season are compared, its throws made
// and its orders judged again, and a file of the reader's own is found by its digest. Nothing is sent.
import { element, find, makeButton } from "./elements.js"
import { describeSize, engineAddress, openChecks as openEngine } from "./engine.js"
import { gettext, namePower, ngettext, N_ } from "./language.js"

const PREFIX = "AGE-SECRET-KEY-1"

/** @type {Record<Data.FoundReceipt["status"], string>} what a receipt says of a file */
const SAID = {
  accepted: N_("This is the file of {power} for {season}, and it counted."),
  late: N_("This is a file of {power} for {season}. It came late."),
  none: N_("This is a file of {power} for {season}. It was void."),
  void: N_("This is a file of {power} for {season}. It was void."),
  unreadable: N_("This is a file of {power} for {season}. It could not be read."),
}

/** @param {HTMLElement} home */
export function openChecks(home) {
  const note = find(home, ".z-checks__note")
  if (!engineAddress()) {
    note.textContent = gettext("This site has no engine, so only the command above can check it.")
    return
  }
  const rows = [.../** @type {NodeListOf<HTMLElement>} */ (home.querySelectorAll("[data-season]"))]
  const page = new CheckPage(home, rows)
  page.begin()
}

class CheckPage {
  /** @param {HTMLElement} home @param {HTMLElement[]} rows one for each season, oldest first */
  constructor(home, rows) {
    this.home = home
    this.rows = rows
    this.note = find(home, ".z-checks__note")
    this.progress = /** @type {HTMLProgressElement} */ (home.querySelector("progress"))
    /** What was fetched. @type {Map<string, Promise<string>>} */
    this.texts = new Map()
    /** @type {Promise<unknown>} what is being done: one thing after the other */
    this.work = Promise.resolve()
    this.isSecret = home.dataset.secret !== undefined
    this.checked = 0
  }

  begin() {
    for (const [number, row] of this.rows.entries()) {
      const name = row.dataset.name ?? ""
      const marks = { "aria-label": gettext("Check {season}", { season: name }) }
      const button = makeButton(gettext("Check"), () => this.queue(() => this.checkUpTo(number)), marks)
      find(row, ".z-checks__head").append(button)
    }
    const all = makeButton(gettext("Check all seasons"), () =>
      this.queue(async () => {
        for (const number of this.rows.keys()) await this.check(number)
      }),
    )
    find(this.home, ".z-checks__all").append(all)
    describeSize().then(
      size => all.append(` ${size}`),
      () => {},
    )
    const box = find(this.home, ".z-checks__find")
    box.hidden = false
    const text = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"))
    const file = /** @type {HTMLInputElement} */ (box.querySelector("input"))
    box.addEventListener("submit", event => {
      event.preventDefault()
      this.queue(() => this.find(text.value))
    })
    file.addEventListener("change", async () => {
      const chosen = file.files?.[0]
      if (!chosen) return
      text.value = await chosen.text()
      file.value = ""
      this.queue(() => this.find(text.value))
    })
    const wanted = this.rows.find(row => `#${row.id}` === location.hash)
    if (wanted) find(wanted, "button").focus({ preventScroll: true })
  }

  /** @param {() => Promise<void>} act */
  queue(act) {
    this.work = this.work.then(act).catch(error => this.tell(error))
  }

  /** @param {unknown} error */
  tell(error) {
    this.progress.hidden = true
    this.note.textContent = error instanceof Error ? error.message : String(error)
  }

  /** @param {string} address @returns {Promise<string>} empty where nothing is there */
  fetch(address) {
    const text = this.texts.get(address) ?? this.load(address)
    this.texts.set(address, text)
    text.catch(() => this.texts.delete(address))
    return text
  }

  /** @param {string} address */
  async load(address) {
    const answer = await fetch(address).catch(() => {
      throw Error(gettext("The records cannot be fetched just now. Try again when you are not offline."))
    })
    return answer.ok ? answer.text() : ""
  }

  /** @param {number} number @param {string} name of a file of that season */
  address(number, name) {
    return new URL(name, new URL(this.rows[number]?.dataset.season ?? "", document.baseURI)).href
  }

  openEngine() {
    this.note.textContent = ""
    return openEngine(({ loaded, total }) => {
      this.progress.hidden = loaded >= total
      this.progress.value = loaded / total
    })
  }

  /** Checks a season; of a game that keeps secrets those before it too, for each follows from the last. @param {number} number */
  async checkUpTo(number) {
    if (this.isSecret) while (this.checked < number) await this.check(this.checked)
    await this.check(number)
  }

  /** @param {number} number */
  async check(number) {
    const row = this.rows[number]
    if (!row) return
    const out = find(row, "output")
    out.replaceChildren(gettext("Checking …"))
    row.classList.remove("is-right", "is-wrong")
    try {
      const { ask } = await this.openEngine()
      const [published, record, position, previous] = await Promise.all([
        ...["check.json", "result.json", "position.json"].map(name => this.fetch(this.address(number, name))),
        number ? this.fetch(this.address(number - 1, "result.json")) : "",
      ])
      if (!published || !record || !position)
        throw Error(gettext("The records of this season are not published on this site."))
      const { seals, key } = await ask({ do: "seals", published })
      const opened = await openSeals(seals)
      const hidden = key ? await this.openHidden(number, key) : {}
      const files = { published, record, position, previous, opened, ...hidden }
      this.show(row, (await ask({ do: "verify", ...files })).parts)
      this.checked = Math.max(this.checked, number + 1)
    } catch (error) {
      this.texts.clear() // asked once more, they are fetched anew
      row.classList.add("is-wrong")
      out.replaceChildren(error instanceof Error ? error.message : String(error))
    }
  }

  /** Opens what a game kept secret, with its own key. @param {number} number @param {string} key */
  async openHidden(number, key) {
    const [settings, record] = await Promise.all([
      this.fetch(this.address(number, "../hidden.toml.age")),
      this.fetch(this.address(number, "hidden.json.age")),
    ])
    const [hidden, hiddenRecord] = [await openSealed(settings, key), await openSealed(record, key)]
    return { hidden: hidden ?? "", hidden_record: hiddenRecord ?? "", sealed_record: record }
  }

  /** @param {HTMLElement} row @param {Data.CheckedPart[]} parts */
  show(row, parts) {
    const wrong = parts.some(part => part.wrong.length)
    const noted = parts.some(part => part.notes.length)
    row.classList.add(wrong ? "is-wrong" : "is-right")
    const verdict = wrong
      ? gettext("Something is wrong with this season.")
      : noted
        ? gettext("Nothing is wrong with this season, but something comes out otherwise today.")
        : gettext("Nothing is wrong with this season.")
    const lines = parts.flatMap(part => describePart(part).map(text => showLine(part, text)))
    find(row, "output").replaceChildren(element("strong", {}, verdict), element("ul", {}, ...lines))
  }

  /** Finds a file, or its digest, among the receipts of all seasons. @param {string} text */
  async find(text) {
    const out = find(this.home, ".z-checks__found")
    if (!text.trim()) {
      out.replaceChildren(gettext("Paste a digest, or the whole file as you sent it."))
      return
    }
    out.replaceChildren(gettext("Looking …"))
    const { ask } = await this.openEngine()
    const texts = await Promise.all(
      this.rows.map((_, number) => this.fetch(this.address(number, "check.json"))),
    )
    const published = texts.filter(Boolean)
    /** @type {{found: Data.FoundReceipt[], is_digest: boolean}} */
    const { found, is_digest: isDigest } = await ask({ do: "find", text, published })
    const lines = found.map(one => element("li", {}, this.describe(one)))
    const none = isDigest
      ? gettext(
          "No file with this digest lay there at a deadline that has been closed. Orders that are still waiting stand with their receipts on the page of the game.",
        )
      : gettext(
          "This file lay there at no deadline that has been closed, or it was changed since by a letter. Try the digest that you were given.",
        )
    out.replaceChildren(lines.length ? element("ul", {}, ...lines) : none)
  }

  /** @param {Data.FoundReceipt} one */
  describe({ season, power, status, reason, file }) {
    const row = this.rows.find(({ id }) => id === season)
    const values = { power: namePower(power), season: row?.dataset.name ?? season }
    const said = gettext(SAID[status], values)
    return [said, file, reason].filter(Boolean).join(" · ")
  }
}

/** @param {Data.CheckedPart} part @param {string} text */
function showLine({ wrong, notes }, text) {
  const details = [...wrong, ...notes].map(one => element("li", {}, one))
  return element(
    "li",
    wrong.length ? { class: "is-bad" } : {},
    text,
    ...(details.length ? [element("ul", { lang: "en" }, ...details)] : []),
  )
}

/** Returns what came of a check, in a sentence or two. @param {Data.CheckedPart} part */
function describePart({ name, count, wrong, notes, unchecked }) {
  /** @param {string} right @param {string} bad */
  const tell = (right, bad) => (wrong.length ? bad : right)
  switch (name) {
    case "digests":
      return [
        tell(
          ngettext(
            "{number} digest in the record is that of what is published.",
            "All {number} digests in the record are those of what is published.",
            count,
          ),
          gettext("Not everything is as it was when the season was recorded:"),
        ),
      ]
    case "seals":
      if (!count) return []
      return [
        tell(
          ngettext(
            "{number} sealed file holds the orders that were published.",
            "All {number} sealed files hold the orders that were published.",
            count,
          ),
          gettext("Not all sealed files hold the orders that were published:"),
        ),
      ]
    case "throws":
      if (unchecked && !count) return []
      if (unchecked)
        return [
          ngettext(
            "{number} throw can be made again only when the GM’s secret is published.",
            "{number} throws can be made again only when the GM’s secret is published.",
            unchecked,
          ),
        ]
      if (!count && !wrong.length) return [gettext("Nothing was thrown.")]
      return [
        tell(
          ngettext(
            "{number} throw comes out again from the GM’s secret.",
            "All {number} throws come out again from the GM’s secret.",
            count,
          ),
          gettext("Not all throws are those that the GM’s secret gives:"),
        ),
      ]
    default:
      if (unchecked)
        return [
          gettext(
            "What was judged in secret can be judged again only when the key of the game is published.",
          ),
        ]
      if (notes.length && !wrong.length)
        return [gettext("Judged again by the program of today, something comes out otherwise:")]
      return [
        tell(
          ngettext(
            "Judged again, {number} order comes out as recorded.",
            "Judged again, all {number} orders come out as recorded.",
            count,
          ),
          gettext("Judged again, the season comes out otherwise:"),
        ),
      ]
  }
}

/** Opens sealed files with their own keys; those that do not open are left out. @param {{file: string, key: string, text: string}[]} seals */
async function openSeals(seals) {
  /** @type {Record<string, string>} */
  const opened = {}
  for (const { file, key, text } of seals) {
    const inside = await openSealed(text, key)
    if (inside !== undefined) opened[file] = inside
  }
  return opened
}

/** @param {string} text @param {string} key without its prefix @returns {Promise<string | undefined>} */
async function openSealed(text, key) {
  const { armor, Decrypter } = await import("./vendor/age.js")
  try {
    const opener = new Decrypter()
    opener.addIdentity(`${PREFIX}${key}`)
    const { decode } = /** @type {{decode: (text: string) => Uint8Array}} */ (armor)
    return await opener.decrypt(decode(text), "text")
  } catch {
    return undefined
  }
}
