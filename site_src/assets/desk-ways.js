// The ways to hand in that a game offers, as buttons. In a sealed game there is none for plain orders.
import { copyText, fillEditor, saveFile, writeMail } from "./desk-send.js"
import { fileOf, hasMistakes, isBlank, isTooLong, listTroubles, takeSealed, tellHand } from "./desk-state.js"
import { find, makeButton } from "./elements.js"
import { Shown } from "./stage.js"

/**
 * @typedef {(file: Desk.OrderFile) => string | Promise<string>} Act does something with a file, and returns what is told of it
 */

const UNKNOWN =
  ", and this page does not know where: share, copy or save them, and send them the way you write to each other"
const PASTE = "select all that stands there, paste, and send the change"
const COPIED = `Your orders are copied, for an editor cannot be filled from here. In the one that has opened, ${PASTE}.`
const BY_HAND = `The editor has opened. This browser does not let the page copy: copy the text from here, then ${PASTE}.`

export class WaysView {
  /** @param {HTMLElement} section @param {Desk.Stage} stage */
  constructor(section, stage) {
    this.stage = stage
    this.how = find(section, ".z-desk__how")
    this.buttons = find(section, ".z-desk__ways")
    this.said = find(section, ".z-desk__said")
    this.sealed = find(section, ".z-desk__sealed")
    this.shown = new Shown()
  }

  /** @param {Desk.State} state */
  show({ power, hand }) {
    if (this.shown.isNew("ways", power, hand.sealed)) this.list(hand.sealed)
    if (this.shown.isNew("said", hand)) this.said.textContent = hand.said
  }

  /** Lists the ways of the power's file, or of what was sealed of it. @param {Desk.State["hand"]["sealed"]} sealed */
  list(sealed) {
    const { edit, new: fresh, file } = fileOf(this.stage.state)
    const { gm, contact, orders, keys } = this.stage.state.data
    this.buttons.replaceChildren()
    this.sealed.textContent = sealed?.text ?? ""
    this.sealed.hidden = !sealed
    if (orders !== "sealed") {
      const who =
        edit || fresh ? "What lies there at the deadline counts; change it as often as you like." : ""
      this.how.textContent =
        orders === "by-gm" || !(edit || fresh)
          ? `${gm} takes the orders of this game${contact ? `: ${contact.text}` : UNKNOWN}. ${who}`
          : `Your file lies with the zine's others. ${who}`
      this.addWays(() => this.takePlain())
    } else if (keys.every(key => key.startsWith("age1"))) {
      this.how.textContent = `Orders of this game are sealed: until the deadline only ${gm} can open them. They are sealed here, and plain ones never leave this browser.`
      this.add(sealed ? "Seal again" : "Seal my orders", () => this.seal())
      if (sealed) this.addWays(() => ({ name: `${file}.age`, text: sealed.text }))
    } else {
      this.how.textContent =
        "Orders of this game are sealed, to a key with which this page cannot seal. Save your file, seal it with zinegen seal, and hand in what that makes, not this file."
      this.addWay(
        "Save for zinegen seal",
        () => this.takePlain(),
        one => `${save(one)} is saved: run zinegen seal with it.`,
      )
    }
  }

  /** @param {string} words */
  tell(words) {
    this.stage.act(tellHand, words)
  }

  /** @param {string} name @param {() => void} act */
  add(name, act) {
    this.buttons.append(makeButton(name, act))
  }

  /** @param {string} name @param {() => Desk.OrderFile | undefined} take @param {Act} act */
  addWay(name, take, act) {
    this.add(name, async () => {
      const file = take()
      if (file) this.tell(await act(file))
    })
  }

  /** Returns the plain file, if there is one to hand in; else says what is wrong. @returns {Desk.OrderFile | undefined} */
  takePlain() {
    const { state } = this.stage
    const [trouble] = listTroubles(state)
    if (isBlank(state)) this.tell("There is no order in your file yet.")
    else if (trouble) this.tell(`${trouble}${isTooLong(state) ? "" : " Mend that first."}`)
    else return { name: fileOf(state).file, text: state.text.endsWith("\n") ? state.text : `${state.text}\n` }
    return undefined
  }

  /**
   * Adds a button for every way in which a file can be handed in.
   * @param {() => Desk.OrderFile | undefined} take
   */
  addWays(take) {
    const { data, power } = this.stage.state
    const { edit, new: fresh, upload, file: plain } = fileOf(this.stage.state)
    const { contact, gm } = data
    const isSealed = data.orders === "sealed"
    /** @param {string} name @param {Act} act */
    const way = (name, act) => this.addWay(name, take, act)
    if (edit)
      way(`Open the editor at ${hostOf(edit)}`, file =>
        openPlace(file, { address: edit }, { copied: COPIED }),
      )
    else if (fresh)
      way(`Open a new file at ${hostOf(fresh)}`, file =>
        openPlace(file, fillEditor(fresh, file), {
          filled: "The editor has opened with everything in it: send the change.",
          copied: `The text is copied. In the editor that has opened, ${PASTE}.`,
        }),
      )
    if (isSealed && upload)
      way(`Upload it at ${hostOf(upload)}`, file => {
        const name = save(file)
        open(upload, "_blank", "noopener")
        return `${name} is saved. Upload it on the page that has opened.`
      })
    if (contact?.to.startsWith("mailto:"))
      way(`Mail it to ${gm}`, file => {
        const subject = `Orders for ${power}, ${data.when}: ${data.title}`
        const filled = "Your mail program has the mail; it is sent when you send it there."
        const copied = "The text is too long for a link, and is copied: paste it into the mail."
        const refused = "The text is too long for a link: copy it into the mail."
        const mail = writeMail(contact.to, subject, file.text)
        return openPlace(file, mail, { filled, copied, refused }, "_self")
      })
    else if (contact)
      way(`Copy it, and open ${contact.text}`, file =>
        openPlace(
          file,
          { address: contact.to },
          {
            copied: "Copied: paste it there.",
            refused: "This browser does not let the page copy: copy the text from here.",
          },
        ),
      )
    if ("share" in navigator)
      way("Share", async file => {
        const title = `Orders for ${power}, ${data.when}: ${data.title}`
        const isShared = navigator.share({ title, text: file.text }).then(
          () => "Handed on to the program that you chose: it is sent when you send it there.",
          () => "Nothing was shared.",
        )
        return isShared
      })
    way("Copy", async file =>
      (await copyText(file.text))
        ? "Copied."
        : "The browser does not let this page copy: mark the text and copy it.",
    )
    way(`Save ${plain}${isSealed ? ".age" : ""}`, file => `${save(file)} is saved by your browser.`)
  }

  async seal() {
    const file = this.takePlain()
    if (!file) return undefined
    if (/^\s*\[seal\]/m.test(file.text))
      return this.tell("The file holds a [seal] already: take that part out.")
    const { state } = this.stage
    if (hasMistakes(state) && state.hand.asked !== state.text)
      return this.stage.act(
        tellHand,
        "There are lines that nobody can read: mend them, or press once more to seal the file as it stands.",
        state.text,
      )
    this.tell("Sealing …")
    try {
      const { sealOrders } = await import("./desk-seal.js")
      const text = await sealOrders(file.text, state.data.keys, state.data.most)
      return this.stage.act(takeSealed, state.power, state.text, text)
    } catch (error) {
      return this.tell(`${error instanceof Error ? error.message : error} Nothing was sealed.`)
    }
  }
}

/** Lets the browser save a file, and returns its name. @param {Desk.OrderFile} file */
function save(file) {
  saveFile(file)
  return file.name
}

/**
 * Opens a place to hand in, the file copied unless its address holds it, and returns what is to be done there.
 * @param {Desk.OrderFile} file
 * @param {{address: string, isFilled?: boolean}} place
 * @param {{filled?: string, copied: string, refused?: string}} words
 * @param {string} [target]
 */
async function openPlace(
  file,
  { address, isFilled = false },
  { filled = "", copied, refused = BY_HAND },
  target = "_blank",
) {
  const done = isFilled || (await copyText(file.text))
  open(address, target, "noopener")
  return isFilled ? filled : done ? copied : refused
}

/** @param {string} address */
const hostOf = address => new URL(address).host
