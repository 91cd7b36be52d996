/** What commonly happens to a webhook between its signing and its check, undone until the signature fits. */
import { createHmac } from "node:crypto"
import { sampleEvent } from "@heddle/receiver/testing"
import type { NamedSecret } from "../Arguments.ts"
import { isRecord } from "../Terminal.ts"

/** The ids are listed in README.md and stay. */
export interface Cause {
  readonly id: string
  readonly found: string
  readonly todo: string
}

/** What a strict parser may have refused to read. */
export interface LooseHeader {
  readonly timestamps: ReadonlyArray<string>
  /** Hex in lower case. */
  readonly signatures: ReadonlyArray<string>
}

const rawBytes = "Hand the raw bytes to the check, before anything parses, decodes or stores them."

const spaceAdded: Cause = {
  id: "body_space_added",
  found: "a line end, white space or a byte order mark was added to the body",
  todo: "If it happened while saving, save the bytes as they are; if not, pass the raw bytes to the check."
}
const recoded: Cause = {
  id: "body_charset",
  found: "the body was decoded as Latin-1 and written again as UTF-8",
  todo: `Nothing may decode the body. ${rawBytes}`
}
const rewritten: Cause = {
  id: "body_rewritten",
  found: "the body was parsed and serialized again",
  todo: rawBytes
}
const miscopied: Cause = {
  id: "secret_miscopied",
  found: "the secret has white space or quotes around it, the name of its variable before it, or no whsec_ prefix",
  todo: "Copy it again, whole and alone: GET /webhook/endpoints shows it."
}

const sample = sampleEvent()
/** The order in which the service writes the fields of each object of an event. */
const fieldOrder = new Map<string, ReadonlyArray<string>>([
  ["", Object.keys(sample)],
  ...Object.entries(sample).map(([name, object]) => [name, Object.keys(object)] as const)
])

function reorder(object: Readonly<Record<string, unknown>>, order: ReadonlyArray<string>) {
  const known = order.filter((name) => Object.hasOwn(object, name))
  const names = [...known, ...Object.keys(object).filter((name) => !known.includes(name))]
  return Object.fromEntries(names.map((name) => [name, object[name]]))
}

/** As the service itself would write this event; fields that it does not know come last. */
export function asWritten(value: unknown): string {
  if (!isRecord(value)) return JSON.stringify(value)
  const inner = Object.entries(value).map(([name, part]) => {
    const order = fieldOrder.get(name)
    return [name, order !== undefined && isRecord(part) ? reorder(part, order) : part] as const
  })
  return JSON.stringify(reorder(Object.fromEntries(inner), fieldOrder.get("") ?? []))
}

const trimmed = (body: Buffer) =>
  Buffer.from(
    body
      .toString("latin1")
      .replace(/^\u00ef\u00bb\u00bf/, "")
      .trim(),
    "latin1"
  )

/** Text that was taken for Latin-1: every character stands for one byte. */
const inOneByteEach = (body: Buffer) => Buffer.from(body.toString(), "latin1")

function serializedAgain(body: Buffer): Buffer {
  try {
    return Buffer.from(asWritten(JSON.parse(body.toString())))
  } catch {
    return body
  }
}

/** What the body may have been when it was signed, the least changed first. */
function* bodies(body: Buffer): Generator<readonly [Buffer, ReadonlyArray<Cause>]> {
  yield [body, []]
  yield [trimmed(body), [spaceAdded]]
  yield [inOneByteEach(body), [recoded]]
  yield [serializedAgain(body), [rewritten]]
  yield [serializedAgain(trimmed(body)), [spaceAdded, rewritten]]
  yield [serializedAgain(inOneByteEach(body)), [recoded, rewritten]]
}

function copiedWell(secret: string): string {
  const bare = secret
    .trim()
    .replace(/^(?:export\s+)?[A-Za-z_]\w*=(?=["']?whsec_)/, "")
    .replace(/^(["'])(.*)\1$/, "$2")
  return bare.startsWith("whsec_") ? bare : `whsec_${bare}`
}

/** Finds the parts in a header of other case, with quotes, white space, other separators or percent signs. */
export function readLoosely(header: string): LooseHeader {
  const text = header.replace(/\s+/g, "").replace(/%3d/gi, "=").replace(/%2c/gi, ",").toLowerCase()
  const all = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, value = ""]) => value)
  return { timestamps: all(/\bt=(\d{1,12})(?!\d)/g), signatures: all(/\bv1=([0-9a-f]{64})(?![0-9a-f])/g) }
}

export interface Match {
  /** Where the secret came from. */
  readonly secret: string
  readonly timestamp: string
  readonly causes: ReadonlyArray<Cause>
}

/** The nearest way in which this signature fits this request, or null. */
export function findMatch(header: LooseHeader, secrets: ReadonlyArray<NamedSecret>, bytes: Uint8Array): Match | null {
  for (const [body, causes] of bodies(Buffer.from(bytes))) {
    for (const { value, source } of secrets) {
      for (const key of new Set([value, copiedWell(value)])) {
        const timestamp = header.timestamps.find((time) => {
          const mac = createHmac("sha256", key).update(`${time},`).update(body).digest("hex")
          return header.signatures.includes(mac)
        })
        if (timestamp === undefined) continue
        return { secret: source, timestamp, causes: key === value ? causes : [miscopied, ...causes] }
      }
    }
  }
  return null
}
