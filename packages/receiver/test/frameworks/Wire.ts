/** A client that writes what no library would: lying lengths, repeated headers, bodies that stop half-way. */
import { connect } from "node:net"

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

export interface WireAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
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

function dechunk(text: string): string | null {
  let body = ""
  for (let rest = text; ;) {
    const line = rest.indexOf("\r\n")
    const size = Number.parseInt(rest.slice(0, line), 16)
    if (line < 0 || rest.length < line + 2 + size + 2) return null
    if (size === 0) return body
    body += rest.slice(line + 2, line + 2 + size)
    rest = rest.slice(line + 2 + size + 2)
  }
}

/** Null while it is not complete; `ended` when nothing more will come. */
function parse(text: string, isHead: boolean, ended: boolean): WireAnswer | null {
  const split = text.indexOf("\r\n\r\n")
  if (split < 0) return null
  const [line = "", ...fields] = text.slice(0, split).split("\r\n")
  const status = Number(line.split(" ")[1])
  const rest = text.slice(split + 4)
  if (status === 100) return parse(rest, isHead, ended)
  const headers = new Map(
    fields.map((field) => [
      field.slice(0, field.indexOf(":")).toLowerCase(),
      field.slice(field.indexOf(":") + 1).trim()
    ])
  )
  const length = Number(headers.get("content-length") ?? Number.NaN)
  if (isHead) return { status, headers, body: "" }
  if (headers.get("transfer-encoding") === "chunked") {
    const body = dechunk(rest)
    return body === null ? null : { status, headers, body }
  }
  if (rest.length >= length) return { status, headers, body: rest.slice(0, length) }
  return ended ? { status, headers, body: rest } : null
}

export const exchange = (port: number, request: WireRequest): Promise<WireAnswer> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    let text = ""
    const settle = (ended: boolean) => {
      const answer = parse(text, request.method === "HEAD", ended)
      if (answer === null) return false
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
