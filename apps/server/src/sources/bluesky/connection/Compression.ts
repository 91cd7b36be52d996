/**
 * Messages compressed with zstd and a dictionary, which halves what the stream takes of the line. Only Jetstream 2 has
 * it: a connection fetches the current dictionary of its host first, and does without when there is none.
 */
import { Effect, Option, Result, Stream } from "effect"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "effect/http"
import { zstdDecompressSync } from "node:zlib"
import type { RawMessage } from "./Socket.ts"

const method = "network.bsky.jetstream.getZstdDictionary"
const fetchTimeout = "10 seconds"
const maxDictionaryBytes = 4 * 1024 * 1024
const maxMessageBytes = 4 * 1024 * 1024
/** How a dictionary begins (RFC 8878, section 5); its number follows. */
const magic = 0xec30a437
const headBytes = 8

export interface Dictionary {
  readonly id: number
  readonly bytes: Buffer
}

const dictionaryIn = (bytes: Buffer): Option.Option<Dictionary> =>
  bytes.length > headBytes && bytes.length <= maxDictionaryBytes && bytes.readUInt32LE(0) === magic
    ? Option.some({ id: bytes.readUInt32LE(4), bytes })
    : Option.none()

/** The current dictionary of a host; none when it has none or cannot be asked. */
export const dictionaryOf = (host: string): Effect.Effect<Option.Option<Dictionary>> => {
  const url = new URL(host)
  url.protocol = url.protocol === "wss:" ? "https:" : "http:"
  url.pathname = `${url.pathname.replace(/\/$/, "")}/xrpc/${method}`
  return HttpClient.get(url).pipe(
    Effect.flatMap(HttpClientResponse.filterStatusOk),
    Effect.flatMap((response) => {
      let left = maxDictionaryBytes
      return response.stream.pipe(
        Stream.takeWhile((part) => (left -= part.length) >= 0),
        Stream.runCollect
      )
    }),
    Effect.map((parts) => dictionaryIn(Buffer.concat(parts))),
    Effect.timeout(fetchTimeout),
    Effect.orElseSucceed(() => Option.none<Dictionary>()),
    Effect.provide(FetchHttpClient.layer)
  )
}

/** The text of a message, or why it has none. */
export const textOf = (
  { data, isBinary }: RawMessage,
  dictionary: Option.Option<Dictionary>
): Result.Result<string, string> => {
  if (!isBinary || Option.isNone(dictionary)) return Result.succeed(data.toString("utf8"))
  return Result.try({
    try: () =>
      zstdDecompressSync(data, { dictionary: dictionary.value.bytes, maxOutputLength: maxMessageBytes }).toString(
        "utf8"
      ),
    catch: () => "cannot be decompressed"
  })
}
