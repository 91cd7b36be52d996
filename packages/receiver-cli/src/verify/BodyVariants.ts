import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib"
import { asFound, type Cause, distinct, type Variant } from "./Cause.ts"
import { describeRewriting, writers } from "./Rewriting.ts"
import { utf8 } from "./SavedRequest.ts"

type Undo = (body: Uint8Array) => Uint8Array

const maxInflatedBytes = 8 * 1_048_576
/** Beyond it one change at a time is tried: every rewriting of every undoing would take too much memory. */
const maxCombinedBytes = 131_072
const raw = "Hand the raw bytes to the check, before anything parses, decodes or stores them."
const saved = "If it happened while saving, save the bytes as they are; if not, pass the raw bytes to the check."

const text = (body: Uint8Array, charset = "utf-8") =>
  new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body)
const mapText =
  (change: (value: string) => string): Undo =>
  (body) =>
    utf8(change(text(body)))
const latin1 = (body: Uint8Array) => Buffer.from(body).toString("latin1")
const mapBytes =
  (change: (value: string) => string): Undo =>
  (body) =>
    Buffer.from(change(latin1(body)), "latin1")

function unquote(value: string): string {
  const inner: unknown = JSON.parse(value)
  return typeof inner === "string" ? inner : value
}

/** Text that was taken for Latin-1 and written as UTF-8: every character stands for one byte. */
function unmix(body: Uint8Array): Uint8Array {
  const value = text(body)
  return Array.from(value).every((character) => character <= "\u00ff") ? Buffer.from(value, "latin1") : body
}

const newline = (id: string, found: string): Cause => ({ id, found, todo: saved })
const charset = (found: string): Cause => ({ id: "body_charset", found, todo: `Nothing may decode the body. ${raw}` })
const wrapped = (id: string, found: string, todo: string): Cause => ({ id, found: `the body ${found}`, todo })

const charsets = ["utf-16le", "utf-16be", "windows-1252", "big5", "gb18030", "shift_jis", "euc-jp", "euc-kr"]

/** Each undoes one thing that happens to bodies; where it does not apply it throws or changes nothing. */
const undoings: ReadonlyArray<readonly [Cause, Undo]> = [
  [newline("body_newline_added", "a line end was added to the body"), mapBytes((value) => value.replace(/\r?\n$/, ""))],
  [newline("body_newline_removed", "the line end of the body was removed"), mapBytes((value) => `${value}\n`)],
  [newline("body_space_added", "white space was added around the body"), mapBytes((value) => value.trim())],
  [newline("body_crlf", "line ends were turned into CRLF"), mapBytes((value) => value.replace(/\r\n/g, "\n"))],
  [newline("body_lf", "CRLF line ends were turned into LF"), mapBytes((value) => value.replace(/\n/g, "\r\n"))],
  [
    newline("body_bom_added", "a byte order mark was added"),
    mapBytes((value) => value.replace(/^\u00ef\u00bb\u00bf/, ""))
  ],
  [newline("body_bom_removed", "a byte order mark was removed"), mapBytes((value) => `\u00ef\u00bb\u00bf${value}`)],
  [charset("the body was decoded as Latin-1 and written again as UTF-8"), unmix],
  ...charsets.map(
    (name) =>
      [charset(`the body was turned from UTF-8 into ${name}`), (body: Uint8Array) => utf8(text(body, name))] as const
  ),
  [
    wrapped("body_base64", "is still in base64", "Decode it to bytes first (isBase64Encoded of AWS Lambda)."),
    (body) => {
      const value = latin1(body).trim()
      return /^[\w+/-]+={0,2}$/.test(value) ? Buffer.from(value, "base64") : body
    }
  ],
  [wrapped("body_quoted", "was written as a JSON string", raw), mapText(unquote)],
  [
    wrapped("body_form_encoded", "is form-encoded", raw),
    mapText((value) => decodeURIComponent(value.replace(/\+/g, " ").replace(/^\w+=/, "")))
  ],
  [
    wrapped("body_html_escaped", "is HTML-escaped", raw),
    mapText((value) =>
      value
        .replace(/&quot;|&#34;/g, '"')
        .replace(/&#39;/g, "'")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&amp;/g, "&")
    )
  ],
  ...[gunzipSync, inflateSync, brotliDecompressSync].map(
    (inflate) =>
      [
        wrapped("body_compressed", "is still compressed", "Decompress it first."),
        (body: Uint8Array): Uint8Array => inflate(body, { maxOutputLength: maxInflatedBytes })
      ] as const
  )
]

function rewritings(body: Uint8Array): ReadonlyArray<Variant<Uint8Array>> {
  const json = text(body)
  const value: unknown = JSON.parse(json)
  return writers.map(([name, write]): Variant<Uint8Array> => {
    const original = write(value)
    const what = describeRewriting(json, original)
    const found = `the body was parsed and serialized again, which changed ${what}; it was signed ${name}`
    return { value: utf8(original), causes: [{ id: "body_rewritten", found, todo: raw }] }
  })
}

function attempt<A>(run: () => A, otherwise: A): A {
  try {
    return run()
  } catch {
    return otherwise
  }
}

const contentOf = (body: Uint8Array) => Buffer.from(body).toString("latin1")

/** What the body may have been when it was signed: one thing undone, or one thing and a rewriting. */
export function bodyVariants(body: Uint8Array): ReadonlyArray<Variant<Uint8Array>> {
  const undone = undoings.map(([cause, undo]): Variant<Uint8Array> => ({
    value: attempt(() => undo(body), body),
    causes: [cause]
  }))
  const once = distinct([asFound(body), ...undone], contentOf)
  const rewritable = body.byteLength > maxCombinedBytes ? [asFound(body)] : once
  const twice = rewritable.flatMap(({ value, causes }) =>
    attempt(() => rewritings(value), []).map((variant) => ({
      value: variant.value,
      causes: [...causes, ...variant.causes]
    }))
  )
  return distinct([...once, ...twice], contentOf)
}
