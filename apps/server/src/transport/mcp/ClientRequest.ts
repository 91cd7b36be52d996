/**
 * Requests as real programs send them, turned into what the engine takes: it refuses null members, a header `Accept` that
 * does not name both of its types, and an `initialize` whose header names a revision that it does not know.
 */
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server"
import { Schema } from "effect"
import { accepts } from "../http/Accept.ts"

const isObject = Schema.is(Schema.Record(Schema.String, Schema.Unknown))
const isMessage = Schema.is(Schema.Struct({ method: Schema.String, params: Schema.optionalKey(Schema.Unknown) }))
const isInitialize = Schema.is(Schema.Struct({ method: Schema.Literal("initialize") }))

const withoutNulls = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, member]) => (member === null ? [] : [[name, withoutNulls(member)]]))
      )
    : value

/** Null means absent, except as the id of a message. */
export const bodyAsMeant = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(bodyAsMeant)
  if (!isMessage(body) || body.params === undefined) return body
  const { params, ...message } = body
  return params === null ? message : { ...message, params: withoutNulls(params) }
}

const streamType = "text/event-stream"
/** What the engine wants to hear; `responseAsAccepted` gives a program that takes JSON alone its answer as JSON. */
const acceptsBoth = `application/json, ${streamType}`

const versionHeader = "mcp-protocol-version"

/** With the revision that has no `initialize`, and says so itself. */
const knownVersions: ReadonlySet<string> = new Set([...SUPPORTED_PROTOCOL_VERSIONS, "2026-07-28"])

export const headersAsMeant = (headers: Readonly<Record<string, string>>, body: unknown): Record<string, string> => {
  const { [versionHeader]: version, ...others } = headers
  // A first request settles the revision by its body.
  const isUnknown = isInitialize(body) && version !== undefined && !knownVersions.has(version)
  return {
    ...(version === undefined || isUnknown ? others : headers),
    ...(accepts(headers["accept"], ["application/json"]) ? { accept: acceptsBoth } : {})
  }
}

/** The engine answers older revisions with a stream of one event for each message. */
export const responseAsAccepted = async (response: Response, accept: string | undefined, body: unknown) => {
  const isStream = response.headers.get("content-type")?.startsWith(streamType) === true
  if (!isStream || accepts(accept, [streamType])) return response
  const messages = Array.from((await response.text()).matchAll(/^data: (.+)$/gm), ([, data = ""]) => data)
  const headers = new Headers(response.headers)
  headers.set("content-type", "application/json")
  return new Response(Array.isArray(body) ? `[${messages.join(",")}]` : messages.at(-1), {
    status: response.status,
    headers
  })
}
