import { isRecord } from "../Text.ts"
import { signatureHeader } from "@heddle/receiver"
import { UsageError } from "../Terminal.ts"
import { headerValues, type SavedRequest, utf8 } from "./SavedRequest.ts"

type Headers = SavedRequest["headers"]
type Json = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === "string"

/** `{name: value}`, `{name: [values]}`, `[[name, value]]` or, as in HAR, `[{name, value}]`. */
function readHeaders(source: unknown): Headers {
  const entries: ReadonlyArray<unknown> = Array.isArray(source)
    ? source
    : isRecord(source)
      ? Object.entries(source)
      : []
  return entries.flatMap((entry): Headers => {
    const [name, value]: ReadonlyArray<unknown> = Array.isArray(entry)
      ? entry
      : isRecord(entry)
        ? [entry["name"], entry["value"]]
        : []
    if (!isText(name)) return []
    const values: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    return values.filter(isText).map((text) => [name, text] as const)
  })
}

function readTime(value: unknown): number | null {
  if (typeof value === "number") return value < 1e11 ? value * 1000 : value
  const ms = isText(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, "base64"))

function readBody(request: Json): Pick<SavedRequest, "body" | "exact"> {
  const { body, bodyBase64, isBase64Encoded } = request
  if (isText(bodyBase64)) return { body: fromBase64(bodyBase64), exact: true }
  if (isText(body)) return { body: isBase64Encoded === true ? fromBase64(body) : utf8(body), exact: true }
  if (body === undefined || body === null) return { body: new Uint8Array(), exact: true }
  return { body: utf8(JSON.stringify(body)), exact: false }
}

/** Our own form `{headers, body | bodyBase64, receivedAt}`, which the events of AWS Lambda fit too. */
function fromPlain(request: Json): SavedRequest {
  const headers = [...readHeaders(request["headers"]), ...readHeaders(request["multiValueHeaders"])]
  // API Gateway v1 gives each header in both.
  const once = headers.filter(
    ([name, value], index) => headers.findIndex(([n, v]) => n === name && v === value) === index
  )
  const receivedAtMs = readTime(request["receivedAt"] ?? request["timestamp"])
  return { headers: once, receivedAtMs, ...readBody(request) }
}

function fromHarEntry(entry: Json): SavedRequest {
  const request = isRecord(entry["request"]) ? entry["request"] : {}
  const data = isRecord(request["postData"]) ? request["postData"] : {}
  const text = isText(data["text"]) ? data["text"] : ""
  const body = data["encoding"] === "base64" ? fromBase64(text) : utf8(text)
  return {
    headers: readHeaders(request["headers"]),
    body,
    receivedAtMs: readTime(entry["startedDateTime"]),
    exact: true
  }
}

function chooseEntry(entries: ReadonlyArray<unknown>, number: number | null): SavedRequest {
  const requests = entries.filter(isRecord).map(fromHarEntry)
  const signed = requests.filter((request) => headerValues(request, signatureHeader).length > 0)
  const [only, second] = number === null ? signed : [requests[number - 1]]
  if (only !== undefined && second === undefined) return only
  throw new UsageError(
    number !== null
      ? `The HAR file has ${requests.length} entries; --entry ${number} is none of them.`
      : `${signed.length} of the ${requests.length} requests in the HAR file have ${signatureHeader}: choose one with --entry NUMBER.`
  )
}

export function parseJsonRequest(json: unknown, entry: number | null): SavedRequest {
  if (isRecord(json)) {
    const log = json["log"]
    if (isRecord(log) && Array.isArray(log["entries"])) return chooseEntry(log["entries"], entry)
    if (isRecord(json["request"])) return fromHarEntry(json)
    if ("headers" in json || "multiValueHeaders" in json) return fromPlain(json)
    if ("post" in json && "rule" in json) {
      throw new UsageError('This is a body without its headers: give it as --body FILE, with --signature "t=…,v1=…".')
    }
  }
  throw new UsageError("The JSON has neither headers nor a HAR log: expected {headers, body} or {headers, bodyBase64}.")
}
