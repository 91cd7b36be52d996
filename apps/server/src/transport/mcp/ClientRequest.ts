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

/** Answers are JSON; the engine wants to hear that a stream would do as well. */
const acceptsBoth = "application/json, text/event-stream"

const versionHeader = "mcp-protocol-version"

export const headersAsMeant = (headers: Readonly<Record<string, string>>, body: unknown): Record<string, string> => {
  const { [versionHeader]: version, ...others } = headers
  // A first request settles the revision by its body.
  const isUnknown = isInitialize(body) && version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  return {
    ...(version === undefined || isUnknown ? others : headers),
    ...(accepts(headers["accept"], ["application/json"]) ? { accept: acceptsBoth } : {})
  }
}
