import { UsageError } from "../Terminal.ts"
import { headerValues, type SavedRequest } from "./SavedRequest.ts"

const requestLine = /^[A-Z]+ \S+ HTTP\/[\d.]+$/
// As `curl -v`, `curl --trace-ascii` and mail clients prefix what was sent.
const prefix = /^[><] ?/

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1")

/** `Name: value` lines, with or without a request line; other lines are refused by number. */
export function parseHeaderLines(text: string): ReadonlyArray<readonly [string, string]> {
  const headers: Array<readonly [string, string]> = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const plain = line.replace(prefix, "")
    if (plain.trim() === "" || requestLine.test(plain)) continue
    const [, name, value] = /^([^\s:]+)[ \t]*:(.*)$/.exec(plain) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageError(`Line ${index + 1} of the headers is not "Name: value".`)
    }
    headers.push([name, value.trim()])
  }
  return headers
}

/** Undoes `Transfer-Encoding: chunked`, which only captures of the bare connection still contain. */
function joinChunks(body: Uint8Array): Uint8Array | null {
  const text = latin1(body)
  const chunks: Array<Uint8Array> = []
  for (let at = 0; at < text.length;) {
    const [line, size] = /^([0-9a-fA-F]{1,8})[^\r\n]*\r?\n/.exec(text.slice(at, at + 100)) ?? []
    if (line === undefined || size === undefined) return null
    const start = at + line.length
    const end = start + Number.parseInt(size, 16)
    if (end === start) return Buffer.concat(chunks)
    if (end > body.length) return null
    chunks.push(body.subarray(start, end))
    at = end + (text.startsWith("\r\n", end) ? 2 : 1)
  }
  return null
}

/** The text of a request: request line, headers, an empty line, and the body byte by byte. */
export function parseRawHttp(bytes: Uint8Array): SavedRequest {
  const text = latin1(bytes)
  const gap = /\r?\n[><]? ?\r?\n/.exec(text)
  if (gap === null) {
    throw new UsageError(
      "There is no empty line between headers and body. Save the whole request, or give the parts with --header and --body."
    )
  }
  const headers = parseHeaderLines(text.slice(0, gap.index))
  const body = bytes.subarray(gap.index + gap[0].length)
  const request: SavedRequest = { headers, body, receivedAtMs: null, exact: true }
  const chunked = headerValues(request, "transfer-encoding").some((value) => /chunked/i.test(value))
  return { ...request, body: (chunked ? joinChunks(body) : null) ?? body }
}
