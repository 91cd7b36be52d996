/** A client that writes what no library would: lying lengths, repeated headers, bodies that stop half-way. */
import { connect } from "node:net"
import { answersIn, type RawAnswer } from "../../../../test/support/HttpAnswers.ts"

export interface WireRequest {
  readonly method: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Uint8Array
  /** Default: one piece under a true Content-Length. */
  readonly framing?: "chunked" | "one byte a chunk" | "chunked without an end" | { readonly declaredBytes: number }
  /** Default: the suite's `path`. */
  readonly path?: string
  /** After the path. */
  readonly query?: string
}

export const path = "/webhooks/heddle"

const utf8 = new TextEncoder()

function chunksOf({ body, framing }: WireRequest): ReadonlyArray<Uint8Array> {
  if (framing === "one byte a chunk") return Array.from(body, (byte) => Uint8Array.of(byte))
  return body.byteLength === 0 ? [] : [body]
}

function encode(request: WireRequest): Uint8Array {
  const { method, headers, body, framing, query = "" } = request
  const target = `${request.path ?? path}${query}`
  const chunked = typeof framing === "string"
  const length = typeof framing === "object" ? framing.declaredBytes : body.byteLength
  // Some servers refuse a body on these, so none is sent.
  const bodyless = body.byteLength === 0 && method !== "POST"
  const framed = chunked ? ["Transfer-Encoding: chunked"] : bodyless ? [] : [`Content-Length: ${length}`]
  const lines = [`${method} ${target} HTTP/1.1`, "Host: 127.0.0.1", ...framed]
  const head = utf8.encode([...lines, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n"))
  if (!chunked) return Buffer.concat([head, body])
  const pieces = chunksOf(request).flatMap((chunk) => [
    utf8.encode(`${chunk.byteLength.toString(16)}\r\n`),
    chunk,
    utf8.encode("\r\n")
  ])
  const end = framing === "chunked without an end" ? "" : "0\r\n\r\n"
  return Buffer.concat([head, ...pieces, utf8.encode(end)])
}

export const exchange = (port: number, request: WireRequest): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    let text = ""
    const settle = (isEnded: boolean) => {
      const { answers } = answersIn(text, { isHead: request.method === "HEAD", isEnded })
      const answer = answers.find(({ status }) => status !== 100)
      if (answer === undefined) return false
      resolve(answer)
      socket.destroy()
      return true
    }
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      settle(false)
    })
    socket.on("error", (error) => settle(true) || reject(error))
    socket.on("close", () => settle(true) || reject(new Error(`closed without an answer: ${JSON.stringify(text)}`)))
    socket.write(encode(request))
  })

/** Begins a request and goes away in the middle of its body. */
export const abandon = (port: number, request: WireRequest): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", reject).on("close", () => resolve())
    socket.write(encode({ ...request, framing: { declaredBytes: request.body.byteLength + 100 } }), () =>
      socket.destroy()
    )
  })
