/** HTTP as `fetch` would never send it: repeated headers, chunked bodies, odd connections. */
import { Effect } from "effect"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib"
import { type Answer, parse } from "../../apps/server/test/support/ServedApi.ts"

export interface RawCall {
  readonly method: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: string | undefined
  readonly isChunked: boolean
}

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync
}

export const eventStream = "text/event-stream"
/** A stream has no end to wait for; its first lines come at once. */
const streamMillis = 150

/** What a stream sends in its first moments; then we hang up. */
const beginningOf = async (response: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  response.on("data", (chunk: Buffer) => chunks.push(chunk))
  // Hanging up is an error for a response that is not complete.
  response.on("error", () => undefined)
  await Promise.race([sleep(streamMillis), once(response, "close")])
  response.destroy()
  return Buffer.concat(chunks)
}

const answerOf = async (response: IncomingMessage): Promise<Answer> => {
  const isStream = response.headers["content-type"] === eventStream
  const bytes = await (isStream ? beginningOf(response) : buffer(response))
  const decode = decoders[response.headers["content-encoding"] ?? ""]
  const text = (decode === undefined || bytes.length === 0 ? bytes : Buffer.from(decode(bytes))).toString("utf8")
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
  return { status: response.statusCode ?? 0, headers: new Headers(headers), text, json: parse(text) }
}

/** One call on a connection of its own; the headers go out in this order, as they are. */
export const sendRaw = (url: string, { method, headers, body, isChunked }: RawCall) =>
  Effect.promise(
    () =>
      new Promise<Answer>((resolve, reject) => {
        const { host, hostname, port, pathname, search } = new URL(url)
        const framing =
          body === undefined
            ? []
            : isChunked
              ? ["transfer-encoding", "chunked"]
              : ["content-length", String(Buffer.byteLength(body))]
        const outgoing = request(
          {
            agent: false,
            hostname,
            port,
            path: pathname + search,
            method,
            headers: ["host", host, ...headers.flat(), ...framing]
          },
          (response) => void answerOf(response).then(resolve, reject)
        )
        outgoing.on("error", reject)
        outgoing.end(body)
      })
  )
