/** Headers that a request may have once: a proxy in front could believe one of two, and the server the other. */
import type { HttpServerRequest } from "effect/http"
import { IncomingMessage } from "node:http"

const single = ["Authorization", "Host"] as const

const countOf = (rawHeaders: ReadonlyArray<string>, name: string): number => {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index]
    if (header?.length === name.length && header.toLowerCase() === name.toLowerCase()) count++
  }
  return count
}

/** The name of such a header that is there twice; undefined for a proper request. */
export const repeatedHeader = ({ source }: HttpServerRequest.HttpServerRequest): string | undefined =>
  // A call within this process has no raw headers.
  source instanceof IncomingMessage ? single.find((name) => countOf(source.rawHeaders, name) > 1) : undefined
