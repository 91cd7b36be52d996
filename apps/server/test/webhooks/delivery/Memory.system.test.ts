/** What hostile answers cost the process that sends: under 1 MiB, and the attempt has its result all the same. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import type { Socket } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { rawEndpoint } from "../../support/RawEndpoint.ts"

const mebibyte = 2 ** 20
const program = fileURLToPath(new URL("MeasuredSender.ts", import.meta.url))

const measuredSender = Effect.acquireRelease(
  Effect.sync(() => {
    const child = spawn(process.execPath, ["--expose-gc", program])
    child.stderr.pipe(process.stderr)
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const measure = (url: string) =>
      Effect.promise(async () => {
        child.stdin.write(`${url}\n`)
        return JSON.parse(String((await lines.next()).value))
      })
    return { child, measure }
  }),
  ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
)

/** Writes this without end, as fast as it is taken. */
const flood = (beginning: string, piece: Buffer, written: { bytes: number }) => (socket: Socket) => {
  socket.write(beginning)
  const more = () => {
    while (!socket.destroyed) {
      written.bytes += piece.length
      if (!socket.write(piece)) return
    }
  }
  socket.on("drain", more)
  more()
}

const kept = 16 * 1_024
const zeros = Buffer.alloc(200 * mebibyte)
const head = (fields: string) => `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`
const body = Buffer.alloc(65_536, "a")
const bomb = (encoding: string, bytes: Buffer) => (socket: Socket) =>
  socket.end(
    Buffer.concat([Buffer.from(head(`content-encoding: ${encoding}\r\ncontent-length: ${bytes.length}`)), bytes])
  )

const written = { bytes: 0 }
const answers: ReadonlyArray<readonly [string, (socket: Socket) => void, object, limit?: number]> = [
  [
    "10 GB of known length",
    flood(head("content-length: 10000000000"), body, written),
    { delivered: true, statusCode: 200, error: null, responseBytes: kept }
  ],
  [
    "a body without end",
    flood(head("connection: close"), body, written),
    { delivered: true, statusCode: 200, error: null, responseBytes: kept }
  ],
  [
    "chunks of one byte without end",
    flood(head("transfer-encoding: chunked"), Buffer.from("1\r\na\r\n".repeat(10_000)), written),
    { delivered: true, statusCode: 200, error: null, responseBytes: kept }
  ],
  [
    "headers without end",
    flood("HTTP/1.1 200 OK\r\n", Buffer.from("x-more: and more, and more, and more\r\n".repeat(2_000)), written),
    { delivered: true, statusCode: 200, error: null }
  ],
  [
    "tiny headers without end",
    flood("HTTP/1.1 200 OK\r\n", Buffer.from("a:b\r\n".repeat(14_000)), written),
    { delivered: true, statusCode: 200, error: null }
  ],
  [
    "tiny headers, held back just before the limit",
    (socket) => socket.write(`HTTP/1.1 200 OK\r\n${"a:b\r\n".repeat(1_600)}`),
    { delivered: true, statusCode: 200, error: null }
  ],
  [
    "one header without end",
    flood("HTTP/1.1 200 OK\r\nx-more: ", body, written),
    { delivered: true, statusCode: 200, error: null }
  ],
  [
    "informational answers without end",
    flood("", Buffer.from("HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n".repeat(2_000)), written),
    { delivered: false, statusCode: null, error: "The answer is not HTTP/1.1" }
  ],
  ["a gzip bomb", bomb("gzip", gzipSync(zeros)), { delivered: true, statusCode: 200, responseBytes: kept }],
  ["a brotli bomb", bomb("br", brotliCompressSync(zeros)), { delivered: true, statusCode: 200 }]
]

describe("an answer's memory", () => {
  it.live("stays under 1 MiB, and the attempt has a result", () =>
    Effect.gen(function* () {
      const { measure } = yield* measuredSender
      const plain = yield* rawEndpoint((socket) => socket.write(head("content-length: 0")))
      // Loads and compiles everything; the buffers of the parser grow to the size of a read.
      const large = yield* rawEndpoint(flood(head("connection: close"), body, written))
      for (const { url } of [plain, large, plain, large]) yield* measure(url)
      for (const [name, answer, expected, limit = mebibyte] of answers) {
        written.bytes = 0
        const { url } = yield* rawEndpoint(answer)
        const { peak, ...result } = yield* measure(url)
        process.stdout.write(`${name}: ${(peak / 1_024).toFixed(0)} KiB\n`)
        assert.deepInclude(result, expected, name)
        assert.isBelow(peak, limit, name)
        if (result.statusCode === 200) assert.isBelow(written.bytes, 64 * mebibyte, name)
      }
    })
  )
})
