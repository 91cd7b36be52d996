/** Headers that a request may have once: a proxy in front could believe one of two, and the server the other. */
import type { HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"
import { problem } from "./ProblemResponses.ts"

const single = ["Authorization", "Host"] as const

const countOf = (rawHeaders: ReadonlyArray<string>, name: string): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name.toLowerCase()) count++
  }
  return count
}

const message = "must be given only once"

/** The problem of a request with such a header twice; undefined for a proper request. */
export const rejectRepeatedHeader = ({ source }: HttpServerRequest.HttpServerRequest, requestId: string) => {
  // A call within this process has no raw headers.
  if (!(source instanceof IncomingMessage)) return undefined
  const header = single.find((name) => countOf(source.rawHeaders, name) > 1)
  return header === undefined
    ? undefined
    : problem(400, requestId, `${header}: ${message}`, { errors: [{ path: header, message }] })
}
