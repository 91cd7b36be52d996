/**
 * The code of a post: its `uri`, which is the same on every instance, in characters that a path of an URL and a list with
 * commas can hold; pure. `https://a.example/users/ann/statuses/1` is `a.example!users!ann!statuses!1`.
 */
import { Option } from "effect"

const slash = "!"
const escape = "*"
/** Begins the code of an uri with another scheme than https, which the code then contains. */
const otherScheme = "="
const https = "https://"

const plain = /^[A-Za-z0-9._~:@-]$/
const escaped = /\*([0-9A-F]{2})/g
const wellFormed = /^(?:[A-Za-z0-9._~:@!-]|\*[0-9A-F]{2})+$/
const longestCode = 512
/** Codes of other networks are not taken for the name of a host. */
const hostAndPath = /^[^!]+\.[^!]+!./

const encodeCharacter = (character: string): string => {
  if (plain.test(character)) return character
  if (character === "/") return slash
  return Array.from(
    Buffer.from(character, "utf8"),
    (byte) => escape + byte.toString(16).toUpperCase().padStart(2, "0")
  ).join("")
}

const encode = (text: string): string => Array.from(text, encodeCharacter).join("")

const decode = (text: string): string =>
  Buffer.from(
    // Bytes of one character each, of which UTF-8 is made again.
    text
      .replaceAll(slash, "/")
      .replaceAll(escaped, (_, byte: string) => String.fromCodePoint(Number.parseInt(byte, 16))),
    "latin1"
  ).toString("utf8")

/** None for an uri that is too long for a code. */
export const codeOfUri = (uri: string): Option.Option<string> => {
  const code = uri.startsWith(https) ? encode(uri.slice(https.length)) : otherScheme + encode(uri)
  return uri !== "" && uri.isWellFormed() && code.length <= longestCode && uriOf(code) === uri
    ? Option.some(code)
    : Option.none()
}

const uriOf = (code: string): string | undefined => {
  const [rest, scheme] = code.startsWith(otherScheme) ? [code.slice(1), ""] : [code, https]
  return wellFormed.test(rest) ? scheme + decode(rest) : undefined
}

/** None for a code that belongs to no post of this network. */
export const uriOfCode = (code: string): Option.Option<string> => {
  const uri = uriOf(code)
  const isOurs = code.startsWith(otherScheme) || hostAndPath.test(code)
  return isOurs && uri !== undefined && URL.canParse(uri) && Option.contains(codeOfUri(uri), code)
    ? Option.some(uri)
    : Option.none()
}
