/** HTTP as `fetch` would never send it: repeated headers, chunked bodies, odd connections. */
import { Effect } from "effect"
import { type IncomingMessage, request } from "node:http"
import { buffer } from "node:stream/consumers"
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

const answerOf = async (response: IncomingMessage): Promise<Answer> => {
  const bytes = await buffer(response)
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
