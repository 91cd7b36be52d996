import { readFile } from "node:fs/promises"
import { signatureHeader } from "@heddle/receiver"
import { fileProblem, type Terminal, UsageError } from "../Terminal.ts"
import { parseJsonRequest } from "./JsonRequest.ts"
import { parseHeaderLines, parseRawHttp } from "./RawHttp.ts"
import type { SavedRequest } from "./SavedRequest.ts"

export interface Source {
  readonly file: string | null
  readonly entry: number | null
  readonly body: string | null
  readonly headers: string | null
  readonly header: ReadonlyArray<string>
  readonly signature: string | null
}

async function read(path: string, terminal: Terminal): Promise<Uint8Array> {
  try {
    return new Uint8Array(path === "-" ? await terminal.readInput() : await readFile(path))
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${fileProblem(error)}.`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError("The file begins like JSON but is not. For a body alone, give it as --body FILE.")
  }
}

function parseFile(bytes: Uint8Array, entry: number | null): SavedRequest {
  if (bytes.byteLength === 0)
    throw new UsageError("There is nothing in it: give the file or the input a whole request.")
  const text = new TextDecoder().decode(bytes)
  return /^\s*[[{]/.test(text) ? parseJsonRequest(parseJson(text), entry) : parseRawHttp(bytes)
}

async function readParts(source: Source, terminal: Terminal): Promise<SavedRequest> {
  const { body, headers, header, signature } = source
  if (body === null || (headers === null && header.length === 0 && signature === null)) {
    throw new UsageError(
      'Give a saved request (FILE, or - for standard input), or --body FILE with --signature "t=…,v1=…".'
    )
  }
  const lines = headers === null ? "" : new TextDecoder().decode(await read(headers, terminal))
  const given = [...parseHeaderLines(lines), ...parseHeaderLines(header.join("\n"))]
  const all = signature === null ? given : [...given, [signatureHeader, signature] as const]
  return { headers: all, body: await read(body, terminal), receivedAtMs: null, exact: true }
}

export async function readSaved(source: Source, terminal: Terminal): Promise<SavedRequest> {
  if (source.file === null) return readParts(source, terminal)
  if (source.body !== null || source.headers !== null || source.header.length > 0 || source.signature !== null) {
    throw new UsageError(
      "Give either a saved request or its parts (--body, --header, --headers, --signature), not both."
    )
  }
  return parseFile(await read(source.file, terminal), source.entry)
}
