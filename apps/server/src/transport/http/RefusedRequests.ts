/**
 * Requests that Node refuses before a route sees them, because they are malformed or late. Each is answered with a
 * problem document, after the answers to the requests before it. Then the connection ends, whatever the client does.
 */
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { newId } from "../../runtime/Ids.ts"
import { onRequest } from "./ConnectionLimits.ts"
import { problem, problemDocument } from "./ProblemResponses.ts"

/** Time to read the response: destroying the connection at once could lose it. */
const graceMillis = 500

interface ParseError {
  readonly status: number
  readonly detail?: string
}

const notEncoded: ParseError = {
  status: 400,
  detail:
    "The URL contains a character that must be percent-encoded, such as a space or a non-ASCII character. With curl: `-G --data-urlencode keywords=咖啡`."
}

/** Node's parse errors, which no route sees. All others are a 400. */
const parseErrors: Readonly<Record<string, ParseError>> = {
  HPE_HEADER_OVERFLOW: { status: 431 },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408 },
  HPE_INVALID_URL: notEncoded,
  // After an unencoded space, the parser expects the HTTP version.
  HPE_INVALID_CONSTANT: notEncoded
}

const rawProblem = (error: Error): string => {
  const { status, detail } = ("code" in error && parseErrors[String(error.code)]) || { status: 400 }
  const requestId = Effect.runSync(newId("req"))
  const body = problemDocument(status, requestId, detail)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: application/problem+json",
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "x-content-type-options: nosniff",
    "connection: close",
    "",
    body
  ].join("\r\n")
}

const endWith = (socket: Duplex, answer: string): void => {
  if (socket.destroyed) return
  if (socket.writable) socket.end(answer)
  const timer = setTimeout(() => socket.destroy(), graceMillis)
  socket.once("close", () => clearTimeout(timer))
}

export const answerRefusedRequests = (server: Server): void => {
  /** Answers that are not complete, in the order of their requests: a client may send several without waiting. */
  const incomplete = new WeakMap<Duplex, Set<ServerResponse>>()
  onRequest(server, ({ socket }, response) => {
    const answers = incomplete.get(socket) ?? new Set()
    incomplete.set(socket, answers.add(response))
    response.once("close", () => answers.delete(response))
  })
  server.on("clientError", (error, socket) => {
    // What else the client sends is left to the operating system, which soon holds it back.
    socket.pause()
    const before = [...(incomplete.get(socket) ?? [])]
    const last = before.at(-1)
    const own = last?.req.complete === false ? before.pop() : undefined
    const end = () => endWith(socket, own?.headersSent === true ? "" : rawProblem(error))
    const previous = before.at(-1)
    if (previous === undefined) end()
    else previous.once("close", end)
  })
}

/** Headers that a request may have once: a proxy in front could believe one of two, and the server the other. */
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
