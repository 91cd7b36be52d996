/** One call over a real connection. The client adds no headers of its own except `Host`, `Connection` and the length. */
import { type IncomingHttpHeaders, request } from "node:http"
import { connect } from "node:net"
import { gunzipSync } from "node:zlib"

export interface Request {
  readonly method: string
  /** As it stands in the request line. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What belongs to the connection and not to the answer. */
const ofConnection = new Set(["date", "connection", "keep-alive", "transfer-encoding"])

const visible = (headers: IncomingHttpHeaders, length: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !ofConnection.has(name))
      .map(([name, value = ""]): [string, string] => [name, Array.isArray(value) ? value.join(", ") : value])
      .map(([name, value]): [string, string] =>
        // The body is compared anyway, and its length varies with the digits of a port.
        name === "content-length" && Number(value) === length ? [name, "<length>"] : [name, value]
      )
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
  )

/** What a compressed body says; its bytes are those of a library. */
const textOf = (bytes: Buffer, encoding: string | undefined): string =>
  (encoding === "gzip" && bytes.length > 0 ? gunzipSync(bytes) : bytes).toString("utf8")

export const exchange = (baseUrl: string, { method, path, headers, body }: Request): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }
    const call = request(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent: false },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("error", reject)
        response.on("end", () => {
          const bytes = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            // With HEAD there is a length but no body.
            headers: visible(response.headers, method === "HEAD" ? NaN : bytes.length),
            body: textOf(bytes, response.headers["content-encoding"])
          })
        })
      }
    )
    call.on("error", reject)
    call.end(body)
  })

/** The answer to bytes that no HTTP client would send: everything until the connection closes. */
export const exchangeBytes = (baseUrl: string, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl)
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk) => chunks.push(chunk))
    socket.on("error", reject)
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")))
  })
