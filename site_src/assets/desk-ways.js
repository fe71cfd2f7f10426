// The ways to hand in that a game offers, as buttons. In a sealed game there is none for plain orders.
import { copyText, fillEditor, saveFile, writeMail } from "./desk-send.js"
import { makeButton } from "./elements.js"

/**
 * @typedef {import("./desk-send.js").OrderFile} OrderFile
 * @typedef {import("./order-desk.js").DeskData} DeskData
 * @typedef {import("./order-desk.js").PowerFile} PowerFile
 *
 * @typedef {object} Writing what is to be handed in
 * @property {DeskData} data
 * @property {string} power
 * @property {string} text
 * @property {boolean} isBlank
 * @property {boolean} isTooLong
 * @property {number} mistakes lines that nobody can read, as far as they have been checked
 * @property {() => string[]} listTroubles
 * @property {() => PowerFile} file
 */

const PASTE = "select all that stands there, paste, and send the change"
const COPIED = `Your orders are copied, for an editor cannot be filled from here. In the one that has opened, ${PASTE}.`
const BY_HAND = `The editor has opened. This browser does not let the page copy: copy the text from here, then ${PASTE}.`

/**
 * Shows the ways to hand in the orders of a power.
 * @param {HTMLElement} section
 * @param {Writing} writing
 */
export function listWays(section, writing) {
  const ways = new Ways(section, writing)
  ways.show()
  return ways
}

class Ways {
  /** @param {HTMLElement} section @param {Writing} writing */
  constructor(section, writing) {
    /** @param {string} selector */
    const find = selector => /** @type {HTMLElement} */ (section.querySelector(selector))
    this.writing = writing
    this.data = writing.data
    this.how = find(".z-desk__how")
    this.buttons = find(".z-desk__ways")
    this.said = find(".z-desk__said")
    this.sealed = find(".z-desk__sealed")
    /** The text about whose mistakes the player was asked. */
    this.asked = ""
    /** The text that was sealed; empty while none was. */
    this.done = ""
  }

  /** Takes a sealed file away once the orders are others. */
  follow() {
    if (!this.done || this.done === this.writing.text) return
    this.show()
    this.tell("Your orders have changed since they were sealed: seal them again.")
  }

  show() {
    this.done = ""
    this.buttons.replaceChildren()
    this.tell("")
    this.sealed.hidden = true
    const { gm, contact, orders, keys } = this.data
    if (orders !== "sealed") {
      const { edit, new: fresh } = this.writing.file()
      const who =
        edit || fresh ? "What lies there at the deadline counts; change it as often as you like." : ""
      this.how.textContent =
        orders === "by-gm" || !(edit || fresh)
          ? `${gm} takes the orders of this game${contact ? `: ${contact.text}` : ""}. ${who}`
          : `Your file lies with the zine's others. ${who}`
      this.addWays(() => this.takePlain())
      return
    }
    if (keys.every(key => key.startsWith("age1"))) {
      this.how.textContent = `Orders of this game are sealed: until the deadline only ${gm} can open them. They are sealed here, and plain ones never leave this browser.`
      this.add("Seal my orders", () => this.seal())
      return
    }
    this.how.textContent =
      "Orders of this game are sealed, to a key with which this page cannot seal. Save your file, seal it with zinegen seal, and hand in what that makes, not this file."
    this.add("Save for zinegen seal", () => this.saveFor("seal"))
  }

  /** @param {string} words */
  tell(words) {
    this.said.textContent = words
  }

  /** @param {string} name @param {() => void} act */
  add(name, act) {
    this.buttons.append(makeButton(name, act))
  }

  /** Returns the plain file, if there is one to hand in; else says what is wrong. @returns {OrderFile | undefined} */
  takePlain() {
    const { text, isBlank, isTooLong } = this.writing
    const [trouble] = this.writing.listTroubles()
    if (isBlank) this.tell("There is no order in your file yet.")
    else if (trouble) this.tell(`${trouble}${isTooLong ? "" : " Mend that first."}`)
    else return { name: this.writing.file().file, text: text.endsWith("\n") ? text : `${text}\n` }
    return undefined
  }

  /** @param {string} what */
  saveFor(what) {
    const file = this.takePlain()
    if (!file) return
    saveFile(file)
    this.tell(`${file.name} is saved: run zinegen ${what} with it.`)
  }

  /**
   * Adds a button for every way in which a file can be handed in.
   * @param {() => OrderFile | undefined} take
   */
  addWays(take) {
    const { edit, new: fresh, upload } = this.writing.file()
    const { contact, gm } = this.data
    const isSealed = this.data.orders === "sealed"
    /** @param {string} name @param {(file: OrderFile) => unknown} act */
    const way = (name, act) =>
      this.add(name, () => {
        const file = take()
        if (file) act(file)
      })
    if (edit)
      way(`Open the editor at ${hostOf(edit)}`, file =>
        this.openPlace(file, { address: edit }, { copied: COPIED }),
      )
    else if (fresh)
      way(`Open a new file at ${hostOf(fresh)}`, file =>
        this.openPlace(file, fillEditor(fresh, file), {
          filled: "The editor has opened with everything in it: send the change.",
          copied: `The text is copied. In the editor that has opened, ${PASTE}.`,
        }),
      )
    if (isSealed && upload) way(`Upload it at ${hostOf(upload)}`, file => this.openUpload(upload, file))
    if (contact?.to.startsWith("mailto:")) way(`Mail it to ${gm}`, file => this.mail(contact.to, file))
    else if (contact)
      way(`Copy it, and open ${contact.text}`, file =>
        this.openPlace(
          file,
          { address: contact.to },
          {
            copied: "Copied: paste it there.",
            refused: "This browser does not let the page copy: copy the text from here.",
          },
        ),
      )
    way("Copy", file => this.copy(file))
    way(`Save ${this.writing.file().file}${isSealed ? ".age" : ""}`, file => {
      saveFile(file)
      this.tell(`${file.name} is saved by your browser.`)
    })
  }

  async seal() {
    const file = this.takePlain()
    if (!file) return
    if (/^\s*\[seal\]/m.test(file.text))
      return this.tell("The file holds a [seal] already: take that part out.")
    const { mistakes, power, text: asked } = this.writing
    if (mistakes && this.asked !== asked) {
      this.asked = asked
      return this.tell(
        "There are lines that nobody can read: mend them, or press once more to seal the file as it stands.",
      )
    }
    this.tell("Sealing …")
    try {
      const { sealOrders } = await import("./desk-seal.js")
      const text = await sealOrders(file.text, this.data.keys, this.data.most)
      if (power !== this.writing.power) return
      this.done = asked
      this.sealed.textContent = text
      this.sealed.hidden = false
      this.buttons.replaceChildren()
      this.add("Seal again", () => this.seal())
      this.addWays(() => ({ name: `${file.name}.age`, text }))
      this.tell("Sealed as they stand now, and not handed in yet: choose how.")
      this.follow()
    } catch (error) {
      this.tell(`${error instanceof Error ? error.message : error} Nothing was sealed.`)
    }
  }

  /** @param {OrderFile} file */
  async copy(file) {
    this.tell(
      (await copyText(file.text))
        ? "Copied."
        : "The browser does not let this page copy: mark the text and copy it.",
    )
  }

  /**
   * Opens a place to hand in, the file copied unless its address holds it, and tells what is to be done there.
   * @param {OrderFile} file
   * @param {{address: string, isFilled?: boolean}} place
   * @param {{filled?: string, copied: string, refused?: string}} words
   * @param {string} [target]
   */
  async openPlace(
    file,
    { address, isFilled = false },
    { filled = "", copied, refused = BY_HAND },
    target = "_blank",
  ) {
    const done = isFilled || (await copyText(file.text))
    open(address, target, "noopener")
    this.tell(isFilled ? filled : done ? copied : refused)
  }

  /** @param {string} address @param {OrderFile} file */
  openUpload(address, file) {
    saveFile(file)
    open(address, "_blank", "noopener")
    this.tell(`${file.name} is saved. Upload it on the page that has opened.`)
  }

  /** @param {string} to @param {OrderFile} file */
  mail(to, file) {
    const subject = `Orders for ${this.writing.power}, ${this.data.when}: ${this.data.title}`
    const filled = "Your mail program has the mail; it is sent when you send it there."
    const copied = "The text is too long for a link, and is copied: paste it into the mail."
    const refused = "The text is too long for a link: copy it into the mail."
    return this.openPlace(file, writeMail(to, subject, file.text), { filled, copied, refused }, "_self")
  }
}

/** @param {string} address */
const hostOf = address => new URL(address).host
