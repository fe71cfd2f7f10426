// The ways in which orders leave the browser; each only when somebody asks for it.

const LONGEST_MAIL = 1900
const LONGEST_ADDRESS = 7500

/** Copies a text, and tells whether that could be done. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement("textarea")
    field.value = text
    document.body.append(field)
    field.select()
    const done = document.execCommand("copy")
    field.remove()
    return done
  }
}

/** Lets the browser save a file. @param {Desk.OrderFile} file */
export function saveFile({ name, text }) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * Returns the address of a platform's editor for a new file, and whether the text is in it.
 * @param {string} pattern with `{name}` and perhaps `{text}` to be filled in
 * @param {Desk.OrderFile} file
 */
export function fillEditor(pattern, { name, text }) {
  const named = pattern.replace("{name}", () => encodeURIComponent(name))
  const address = named.replace("{text}", () => encodeURIComponent(text))
  const isFilled = address !== named && address.length <= LONGEST_ADDRESS
  return { address: isFilled ? address : named.replace(/&[a-z]+=\{text\}/, ""), isFilled }
}

/**
 * Returns what stands in an issue that hands a file in, and the address of a new one with it.
 *
 * The fence round the file is longer than any in it, so that nothing in it ends it.
 * @param {string} pattern with `{name}` and `{text}` to be filled in
 * @param {string} path of the file in the repository
 * @param {string} title
 * @param {Desk.OrderFile} file
 */
export function writeIssue(pattern, path, title, { text }) {
  const longest = Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = "`".repeat(longest + 1)
  const body = `\`${path}\`\n\n${fence}\n${text}${fence}\n`
  const titled = pattern.replace("{name}", () => encodeURIComponent(title))
  const address = titled.replace("{text}", () => encodeURIComponent(body))
  const isFilled = address.length <= LONGEST_ADDRESS
  return { body, place: { address: isFilled ? address : titled.replace(/&[a-z]+=\{text\}/, ""), isFilled } }
}

/**
 * Returns the digest of a file, by which its sender finds it after the deadline; empty where the browser makes none.
 * @param {Desk.OrderFile} file
 */
export async function digestOf({ text }) {
  if (!globalThis.crypto?.subtle) return ""
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, "0")).join("")
}

/**
 * Returns the address of a mail with orders, and whether they are in it: mail programs cut off what is long.
 * @param {string} to an address that begins with `mailto:`
 * @param {string} subject
 * @param {string} text
 */
export function writeMail(to, subject, text) {
  const head = `${to}?subject=${encodeURIComponent(subject)}`
  const whole = `${head}&body=${encodeURIComponent(text.replace(/\r?\n/g, "\r\n"))}`
  return whole.length <= LONGEST_MAIL
    ? { address: whole, isFilled: true }
    : { address: head, isFilled: false }
}
