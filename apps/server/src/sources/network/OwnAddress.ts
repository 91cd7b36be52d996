/**
 * Whether the text of a link is the address that it leads to, as clients show it: whole, without the scheme or `www.`, with
 * escaped characters or not, only its beginning, or with `…` for a part. Any other text was written for people.
 */
import { type TextMarkKind, wholeSpan } from "@heddle/text"
import { domainToUnicode } from "node:url"

const scheme = /^(?:[a-z][a-z0-9+.-]*:\/\/|mailto:|tel:)/
const ellipsis = /[[(]?(?:…|\.{2,})[\])]?/u
/** Quotation marks and brackets around an address. */
const wrapping = /^[\p{Ps}\p{Pi}"'<]{1,4}|[\p{Pe}\p{Pf}"'>]{1,4}$/gu
const escapes = /(?:%[0-9a-f]{2})+/g
/** What is left of a character that was cut. */
const cutCharacter = /(?:%[0-9a-f]?|\uFFFD){1,4}$/
/** As long as an address may be. */
const longest = 2_048
const defaultPort = /^:(?:80|443)$/
const delimiter = /^[/?#&]/

const unescaped = (text: string): string =>
  text.replaceAll(escapes, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"))

const hostOf = (address: string): string => /^[^/?#]*/.exec(address)?.[0] ?? ""

/** The part of an address, or of what is shown of it, that identifies it. */
const plain = (text: string): string => {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(scheme, "")
    .replace(/^www\./, "")
  const [, host = "", port = "", rest = ""] = /^([^/?#:]*)(:\d+)?(.*)$/su.exec(bare) ?? []
  const readable = host.includes("xn--") ? domainToUnicode(host) || host : host
  return (readable + (defaultPort.test(port) ? "" : port) + unescaped(rest)).toWellFormed().normalize("NFC")
}

const withoutSlash = (text: string): string => text.replace(/\/{1,4}$/, "")

/** Whether the address goes on where the shown beginning ends, behind its host. */
const isBeginning = (shown: string, address: string): boolean =>
  address.startsWith(shown) && shown.length >= hostOf(address).length && delimiter.test(address.slice(shown.length))

/** A beginning, which says at least which site, and perhaps an end. */
const isShortened = (parts: ReadonlyArray<string>, address: string): boolean => {
  const [first = "", ...others] = parts.map((part) => part.replace(cutCharacter, ""))
  const last = others.at(-1) ?? ""
  return (
    first.includes(".") &&
    address.startsWith(first) &&
    address.endsWith(last) &&
    first.length + last.length < address.length
  )
}

const isAddressOf = (shown: string, whole: string): boolean => {
  const text = plain(shown)
  const bare = withoutSlash(text)
  if (bare === "") return false
  if (bare === whole || isBeginning(bare, whole)) return true
  const parts = text.split(ellipsis)
  return parts.length > 1 && isShortened(parts, whole)
}

const isOwnAddress = (shown: string, address: string): boolean => {
  if (shown.length > longest || /\s/.test(shown.trim())) return false
  const whole = withoutSlash(plain(address))
  return whole !== "" && (isAddressOf(shown, whole) || isAddressOf(shown.replaceAll(wrapping, ""), whole))
}

/** What the text of a link is: an address or a handle, also where it leads to another place, or a text for people. */
export const linkTextKind = (shown: string, address: string): TextMarkKind => {
  if (isOwnAddress(shown, address)) return "link"
  const kind = wholeSpan(shown)
  return kind === "link" || kind === "mention" ? kind : "text"
}
