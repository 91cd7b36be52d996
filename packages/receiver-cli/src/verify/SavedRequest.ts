/** A request as somebody saved it: the text of HTTP, JSON with its parts, or a body with its signature. */
import { readFile } from "node:fs/promises"
import { signatureHeader } from "@heddle/receiver"
import { fileProblem, isRecord, type Terminal, UsageError } from "../Terminal.ts"

export interface SavedRequest {
  /** In their order, repeated ones as they came. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array
  /** Milliseconds since 1970, where the file tells. */
  readonly receivedAtMs: number | null
  /** Whether these are surely the bytes that came: a file with parsed JSON has lost some. */
  readonly exact: boolean
}

export interface Source {
  readonly file: string | null
  readonly body: string | null
  readonly signature: string | null
}

/** All values of one header, whatever its case. */
export const headerValues = ({ headers }: SavedRequest, name: string): ReadonlyArray<string> =>
  headers.flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() ? [value] : []))

const requestLine = /^[A-Z]+ \S+ HTTP\/[\d.]+$/
/** As `curl -v` prefixes what was sent. */
const prefix = /^[><] ?/

function readHttp(bytes: Uint8Array): SavedRequest {
  const text = Buffer.from(bytes).toString("latin1")
  const gap = /\r?\n[><]? ?\r?\n/.exec(text)
  if (gap === null) {
    throw new UsageError(
      "There is no empty line between headers and body. Save the whole request, or give --body and --signature."
    )
  }
  const headers = text
    .slice(0, gap.index)
    .split(/\r?\n/)
    .map((line) => line.replace(prefix, ""))
    .flatMap((line, index) => {
      if (line.trim() === "" || requestLine.test(line)) return []
      const [, name, value] = /^([^\s:]+)[ \t]*:(.*)$/.exec(line) ?? []
      if (name !== undefined && value !== undefined) return [[name, value.trim()] as const]
      throw new UsageError(`Line ${index + 1} of the headers is not "Name: value".`)
    })
  return { headers, body: bytes.subarray(gap.index + gap[0].length), receivedAtMs: null, exact: true }
}

/** `{name: value}`, `{name: [values]}` or `[[name, value]]`. */
function readHeaders(source: unknown): SavedRequest["headers"] {
  const entries: ReadonlyArray<unknown> = isRecord(source)
    ? Object.entries(source)
    : Array.isArray(source)
      ? source
      : []
  return entries.flatMap((entry) => {
    const [name, value]: ReadonlyArray<unknown> = Array.isArray(entry) ? entry : []
    const values: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    return values.flatMap((one) => (typeof name === "string" && typeof one === "string" ? [[name, one] as const] : []))
  })
}

function readTime(value: unknown): number | null {
  if (typeof value === "number") return value < 1e11 ? value * 1000 : value
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

/** `{headers, body | bodyBase64, receivedAt}`, which the events of AWS Lambda fit too. */
function readJson(text: string): SavedRequest {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new UsageError("The file begins like JSON but is not. For a body alone, give it as --body FILE.")
  }
  if (!isRecord(json) || !("headers" in json || "multiValueHeaders" in json)) {
    throw new UsageError(
      isRecord(json) && "post" in json && "rule" in json
        ? 'This is a body without its headers: give it as --body FILE, with --signature "t=…,v1=…".'
        : "The JSON has no headers: expected {headers, body} or {headers, bodyBase64}."
    )
  }
  const { body, bodyBase64, headers, multiValueHeaders, isBase64Encoded } = json
  const receivedAtMs = readTime(json["receivedAt"])
  // API Gateway gives each header in both.
  const read = { headers: readHeaders(headers ?? multiValueHeaders), receivedAtMs, exact: true }
  const encoded = typeof bodyBase64 === "string" ? bodyBase64 : isBase64Encoded === true ? body : null
  if (typeof encoded === "string") return { ...read, body: Buffer.from(encoded, "base64") }
  if (typeof body === "string") return { ...read, body: Buffer.from(body) }
  if (body === undefined || body === null) return { ...read, body: new Uint8Array() }
  return { ...read, body: Buffer.from(JSON.stringify(body)), exact: false }
}

async function read(path: string, terminal: Terminal): Promise<Uint8Array> {
  try {
    return new Uint8Array(path === "-" ? await terminal.readInput() : await readFile(path))
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${fileProblem(error)}.`)
  }
}

export async function readSaved({ file, body, signature }: Source, terminal: Terminal): Promise<SavedRequest> {
  if (file === null) {
    if (body !== null && signature !== null) {
      return {
        headers: [[signatureHeader, signature]],
        body: await read(body, terminal),
        receivedAtMs: null,
        exact: true
      }
    }
    throw new UsageError(
      'Give a saved request (FILE, or - for standard input), or --body FILE with --signature "t=…,v1=…".'
    )
  }
  if (body !== null || signature !== null) {
    throw new UsageError("Give either a saved request or its parts (--body, --signature), not both.")
  }
  const bytes = await read(file, terminal)
  if (bytes.byteLength === 0)
    throw new UsageError("There is nothing in it: give the file or the input a whole request.")
  const text = new TextDecoder().decode(bytes)
  return /^\s*[[{]/.test(text) ? readJson(text) : readHttp(bytes)
}
