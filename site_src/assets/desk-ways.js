// The ways to hand in that a game offers, as buttons. In a sealed game there is none for plain orders.
import { gettext, N_, namePower } from "./language.js"
import { copyText, digestOf, fillEditor, saveFile, writeIssue, writeMail } from "./desk-send.js"
import { fileOf, hasMistakes, isBlank, isTooLong, listTroubles, takeSealed, tellHand } from "./desk-state.js"
import { find, makeButton } from "./elements.js"
import { Shown } from "./stage.js"

/**
 * @typedef {(file: Desk.OrderFile) => string | Promise<string>} Act does something with a file, and returns what is told of it
 */

const COPIED = N_(
  "Your orders are copied, for an editor cannot be filled from here. In the one that has opened, select all that stands there, paste, and send the change.",
)
const BY_HAND = N_(
  "The editor has opened. This browser does not let the page copy: copy the text from here, then select all that stands there, paste, and send the change.",
)

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
    const { edit, new: fresh, issue, file } = fileOf(this.stage.state)
    const { gm, contact, orders, keys } = this.stage.state.data
    this.buttons.replaceChildren()
    this.sealed.textContent = sealed?.text ?? ""
    this.sealed.hidden = !sealed
    if (orders !== "sealed") {
      const who =
        edit || fresh || issue
          ? gettext("What lies there at the deadline counts; change it as often as you like.")
          : ""
      const how =
        orders !== "by-gm" && (edit || fresh || issue)
          ? gettext("Your file lies with the zine's others.")
          : contact
            ? gettext("{gm} takes the orders of this game: {contact}.", { gm, contact: contact.text })
            : gettext(
                "{gm} takes the orders of this game, and this page does not know where: share, copy or save them, and send them the way you write to each other.",
                { gm },
              )
      this.how.textContent = `${how} ${who}`
      this.addWays(() => this.takePlain())
    } else if (keys.every(key => key.startsWith("age1"))) {
      this.how.textContent = gettext(
        "Orders of this game are sealed: until the deadline only {gm} can open them. They are sealed here, and plain ones never leave this browser.",
        { gm },
      )
      this.add(sealed ? gettext("Seal again") : gettext("Seal my orders"), () => this.seal())
      if (sealed) this.addWays(() => ({ name: `${file}.age`, text: sealed.text }))
    } else {
      this.how.textContent = gettext(
        "Orders of this game are sealed, to a key with which this page cannot seal. Save your file, seal it with zinegen seal, and hand in what that makes, not this file.",
      )
      this.addWay(
        gettext("Save for zinegen seal"),
        () => this.takePlain(),
        one => gettext("{file} is saved: run zinegen seal with it.", { file: save(one) }),
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
    if (isBlank(state)) this.tell(gettext("There is no order in your file yet."))
    else if (trouble) this.tell(`${trouble}${isTooLong(state) ? "" : ` ${gettext("Mend that first.")}`}`)
    else return { name: fileOf(state).file, text: state.text.endsWith("\n") ? state.text : `${state.text}\n` }
    return undefined
  }

  /**
   * Adds a button for every way in which a file can be handed in.
   * @param {() => Desk.OrderFile | undefined} take
   */
  addWays(take) {
    const { data, power } = this.stage.state
    const { edit, new: fresh, issue, path, upload, file: plain } = fileOf(this.stage.state)
    const { contact, gm } = data
    const isSealed = data.orders === "sealed"
    /** @param {string} name @param {Act} act */
    const way = (name, act) =>
      this.addWay(name, take, async file => {
        const [said, digest] = [await act(file), await digestOf(file)]
        const receipt =
          digest && gettext("Receipt, for you to keep: {digest}", { digest: `sha256:${digest}` })
        return `${said} ${receipt}`.trim()
      })
    if (issue)
      way(gettext("Hand in at {host}", { host: hostOf(issue) }), file => {
        const title = gettext("Orders for {power}, {when}: {title}", {
          power: namePower(power),
          when: data.when,
          title: data.title,
        })
        const { body, place } = writeIssue(issue, path, title, file)
        return openPlace({ ...file, text: body }, place, {
          filled: gettext(
            "A new issue has opened with your orders in it: create it, and an answer says that they are in.",
          ),
          copied: gettext(
            "The orders are too long for a link, and are copied: paste them into the issue that has opened.",
          ),
          refused: gettext("The orders are too long for a link: copy them into the issue that has opened."),
        })
      })
    if (edit)
      way(gettext("Open the editor at {host}", { host: hostOf(edit) }), file =>
        openPlace(file, { address: edit }, { copied: gettext(COPIED) }),
      )
    else if (fresh)
      way(gettext("Open a new file at {host}", { host: hostOf(fresh) }), file =>
        openPlace(file, fillEditor(fresh, file), {
          filled: gettext("The editor has opened with everything in it: send the change."),
          copied: gettext(
            "The text is copied. In the editor that has opened, select all that stands there, paste, and send the change.",
          ),
        }),
      )
    if (isSealed && upload)
      way(gettext("Upload it at {host}", { host: hostOf(upload) }), file => {
        const name = save(file)
        open(upload, "_blank", "noopener")
        return gettext("{name} is saved. Upload it on the page that has opened.", { name })
      })
    if (contact?.to.startsWith("mailto:"))
      way(gettext("Mail it to {gm}", { gm }), file => {
        const subject = gettext("Orders for {power}, {when}: {title}", {
          power: namePower(power),
          when: data.when,
          title: data.title,
        })
        const filled = gettext("Your mail program has the mail; it is sent when you send it there.")
        const copied = gettext("The text is too long for a link, and is copied: paste it into the mail.")
        const refused = gettext("The text is too long for a link: copy it into the mail.")
        const mail = writeMail(contact.to, subject, file.text)
        return openPlace(file, mail, { filled, copied, refused }, "_self")
      })
    else if (contact)
      way(gettext("Copy it, and open {text}", { text: contact.text }), file =>
        openPlace(
          file,
          { address: contact.to },
          {
            copied: gettext("Copied: paste it there."),
            refused: gettext("This browser does not let the page copy: copy the text from here."),
          },
        ),
      )
    if ("share" in navigator)
      way(gettext("Share"), async file => {
        const title = gettext("Orders for {power}, {when}: {title}", {
          power: namePower(power),
          when: data.when,
          title: data.title,
        })
        const isShared = navigator.share({ title, text: file.text }).then(
          () => gettext("Handed on to the program that you chose: it is sent when you send it there."),
          () => gettext("Nothing was shared."),
        )
        return isShared
      })
    way(gettext("Copy"), async file =>
      (await copyText(file.text))
        ? "Copied."
        : gettext("The browser does not let this page copy: mark the text and copy it."),
    )
    way(gettext("Save {file}", { file: `${plain}${isSealed ? ".age" : ""}` }), file =>
      gettext("{file} is saved by your browser.", { file: save(file) }),
    )
  }

  async seal() {
    const file = this.takePlain()
    if (!file) return undefined
    if (/^\s*\[seal\]/m.test(file.text))
      return this.tell(gettext("The file holds a [seal] already: take that part out."))
    const { state } = this.stage
    if (hasMistakes(state) && state.hand.asked !== state.text)
      return this.stage.act(
        tellHand,
        gettext(
          "There are lines that nobody can read: mend them, or press once more to seal the file as it stands.",
        ),
        state.text,
      )
    this.tell(gettext("Sealing …"))
    try {
      const { sealOrders } = await import("./desk-seal.js")
      const text = await sealOrders(file.text, state.data.keys, state.data.most)
      return this.stage.act(takeSealed, state.power, state.text, text)
    } catch (error) {
      return this.tell(`${error instanceof Error ? error.message : error} ${gettext("Nothing was sealed.")}`)
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
  { filled = "", copied, refused = gettext(BY_HAND) },
  target = "_blank",
) {
  const done = isFilled || (await copyText(file.text))
  open(address, target, "noopener")
  return isFilled ? filled : done ? copied : refused
}

/** @param {string} address */
const hostOf = address => new URL(address).host
