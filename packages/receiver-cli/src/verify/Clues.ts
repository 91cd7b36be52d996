/** What a request looks like when undoing the common causes does not make its signature fit. */
import { signatureHeader } from "@heddle/receiver"
import { isRecord } from "../Terminal.ts"
import { asWritten, type Cause, type LooseHeader } from "./Causes.ts"
import { headerValues, type SavedRequest } from "./SavedRequest.ts"

const rawBytes = "Save and check the raw bytes of the request."

export function missingHeader(request: SavedRequest): Cause {
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

export const cluesIn = (request: SavedRequest, header: LooseHeader): ReadonlyArray<Cause> => [
  ...wrongLength(request),
  header.timestamps.length === 0 || header.signatures.length === 0 ? unreadable : likeliest(request)
]
