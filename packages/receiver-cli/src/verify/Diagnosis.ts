/** What the receiver says about a saved request, with the reason. */
import {
  createReceiver,
  type FailureCode,
  ReceiverConfigError,
  type ReceiverError,
  signatureHeader,
  type WebhookEvent
} from "@heddle/receiver"
import type { NamedSecret } from "../Arguments.ts"
import { isRecord } from "../Terminal.ts"
import { asWritten, type Cause, findMatch, type LooseHeader, readLoosely } from "./Causes.ts"
import { headerValues, type SavedRequest } from "./SavedRequest.ts"

/** What a request looks like when undoing the common causes does not make its signature fit. */
const rawBytes = "Save and check the raw bytes of the request."

function missingHeader(request: SavedRequest): Cause {
  const similar = request.headers.find(([name]) => /signature/i.test(name))?.[0]
  const found =
    similar === undefined
      ? `there is no ${signatureHeader} header`
      : `there is no ${signatureHeader} header, but one that is called ${similar.slice(0, 60)}`
  const todo =
    "Look for a proxy that drops or renames headers, and for what saved the request. Heddle sends it with every event."
  return { id: "header_missing", found, todo }
}

function wrongLength(request: SavedRequest): ReadonlyArray<Cause> {
  const [declared] = headerValues(request, "content-length").map(Number)
  const { byteLength } = request.body
  if (declared === undefined || !Number.isSafeInteger(declared) || declared === byteLength) return []
  const found = `Content-Length is ${declared}, but the body has ${byteLength} bytes`
  const todo = declared > byteLength ? `The body is cut off. ${rawBytes}` : `Something was added. ${rawBytes}`
  return [{ id: "body_length", found, todo }]
}

const otherSecret: Cause = {
  id: "secret_other",
  found: "the body looks as Heddle wrote it, so the secret is the likeliest: of another endpoint, or replaced since",
  todo: "Compare the secret with GET /webhook/endpoints for the endpoint with this URL; give several to try them all."
}
const otherContent: Cause = {
  id: "body_changed",
  found:
    "the body is not serialized the way Heddle does it, and serializing it again does not help: its content was changed, or the secret is wrong too",
  todo: `${rawBytes} Then try the secret of every endpoint.`
}
const unreadable: Cause = {
  id: "header_unreadable",
  found: `no t and v1 can be read from ${signatureHeader}`,
  todo: "It is t=<unix seconds>,v1=<64 hex digits>. Look at what wrote or changed it."
}
const empty: Cause = { id: "body_empty", found: "the body is empty", todo: rawBytes }
const notJson: Cause = { id: "body_not_json", found: "the body is not JSON: cut off or replaced", todo: rawBytes }

function likeliest({ body }: SavedRequest): Cause {
  if (body.byteLength === 0) return empty
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body)
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return notJson
    return asWritten(value) === text ? otherSecret : otherContent
  } catch {
    return notJson
  }
}

const cluesIn = (request: SavedRequest, header: LooseHeader): ReadonlyArray<Cause> => [
  ...wrongLength(request),
  header.timestamps.length === 0 || header.signatures.length === 0 ? unreadable : likeliest(request)
]

interface Genuine {
  readonly event: WebhookEvent
  readonly eventKey: string
}

export interface Diagnosis {
  /** What the receiver answers: `verified`, or its failure code. */
  readonly code: "verified" | FailureCode
  /** What the receiver says about it. */
  readonly message: string
  /** Whose signature it is, as found or after undoing the causes; null when none fits. */
  readonly secret: string | null
  /** Unix seconds. */
  readonly signedAt: number | null
  readonly genuine: Genuine | null
  /** Proven: with all of them undone the signature fits. */
  readonly causes: ReadonlyArray<Cause>
  /** Not proven, because nothing fits: what the request looks like. */
  readonly clues: ReadonlyArray<Cause>
}

export interface Circumstances {
  readonly secrets: ReadonlyArray<NamedSecret>
  /** Milliseconds: when it was received; null when that is not known, and age is then not judged. */
  readonly receivedAtMs: number | null
  readonly toleranceSeconds: number
}

interface Verdict {
  readonly code: Diagnosis["code"]
  readonly message: string
  readonly secret: string | null
  readonly genuine: Genuine | null
}

const toRecord = ({ headers }: SavedRequest) => {
  const values: Record<string, Array<string>> = {}
  for (const [name, value] of headers) (values[name.toLowerCase()] ??= []).push(value)
  return values
}

async function tryVerify(
  request: SavedRequest,
  secret: NamedSecret,
  nowMs: number,
  toleranceSeconds: number
): Promise<Verdict> {
  const events: Array<Genuine> = []
  const errors: Array<ReceiverError> = []
  try {
    const receiver = createReceiver({
      secrets: secret.value,
      now: () => nowMs,
      toleranceSeconds,
      maxBodyBytes: Number.MAX_SAFE_INTEGER,
      handler: (event, { eventKey }) => void events.push({ event, eventKey }),
      onError: (error) => errors.push(error)
    })
    await receiver.handle({ headers: toRecord(request), body: request.body })
  } catch (error) {
    if (!(error instanceof ReceiverConfigError)) throw error
    return { code: "no_match", message: `${secret.source}: ${error.message}`, secret: null, genuine: null }
  }
  const [genuine] = events
  const [error] = errors
  if (genuine !== undefined) {
    return { code: "verified", message: "The signature is right.", secret: secret.source, genuine }
  }
  if (error === undefined) throw new Error("The receiver neither handled the request nor said why.")
  const fits = error.code === "invalid_json" || error.code === "invalid_event"
  return { code: error.code, message: error.message, secret: fits ? secret.source : null, genuine: null }
}

/** The verdict of the first secret that fits, else that of the first one. */
async function judge(
  request: SavedRequest,
  { secrets, toleranceSeconds }: Circumstances,
  nowMs: number
): Promise<Verdict> {
  let first: Verdict | null = null
  for (const secret of secrets) {
    const verdict = await tryVerify(request, secret, nowMs, toleranceSeconds)
    if (verdict.secret !== null) return verdict
    first ??= verdict
  }
  return first ?? { code: "no_match", message: "There is no secret.", secret: null, genuine: null }
}

const clockCauses: Partial<Record<Diagnosis["code"], string>> = {
  too_old:
    "Check the clock of the receiving machine, and any queue in front of it that delays requests. Heddle signs each attempt separately.",
  too_new: "Check the clock of the receiving machine: it is behind."
}

function causesOf({ code, message }: Verdict): ReadonlyArray<Cause> {
  const todo = clockCauses[code]
  return todo === undefined ? [] : [{ id: code, found: message, todo }]
}

const headerChanged: Cause = {
  id: "header_changed",
  found: `the value of ${signatureHeader} was changed: its case, separators, white space, quotes or encoding, or another one was joined to it`,
  todo: "Whatever stands between Heddle and your code must hand the header on byte for byte."
}

/** What the receiver says about a request, and why. */
export async function diagnose(request: SavedRequest, circumstances: Circumstances): Promise<Diagnosis> {
  const header = readLoosely(headerValues(request, signatureHeader).join(","))
  const [written] = header.timestamps.map(Number)
  // When it came is not known: judged as if it had come at once.
  const nowMs = circumstances.receivedAtMs ?? (written ?? 0) * 1000
  const verdict = await judge(request, circumstances, nowMs)
  const known = { ...verdict, signedAt: written ?? null, causes: causesOf(verdict), clues: [] }
  if (verdict.secret !== null) return known
  if (verdict.code === "missing_header") return { ...known, clues: [missingHeader(request)] }
  const match = findMatch(header, circumstances.secrets, request.body)
  if (match === null) return { ...known, clues: cluesIn(request, header) }
  const changed = verdict.code === "malformed_header" ? [headerChanged] : []
  return {
    ...known,
    secret: match.secret,
    signedAt: Number(match.timestamp),
    causes: [...known.causes, ...changed, ...match.causes]
  }
}
