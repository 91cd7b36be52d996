/** Answers of servers as they are: what counts is the status line, wherever the bytes are cut and whatever follows. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { rawEndpoint } from "../../support/RawEndpoint.ts"
import { senderWith, sendTo } from "../../support/Sending.ts"

/** Answers its first request with these pieces, each in a packet of its own if the network lets it, and others with `second`. */
const answering = (pieces: ReadonlyArray<Buffer>, ending: "stays" | "ends" | "resets" = "stays") => {
  let requests = 0
  return rawEndpoint((socket) => {
    requests += 1
    if (requests > 1) return socket.write("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecond")
    const write = ([piece, ...rest]: ReadonlyArray<Buffer>) => {
      if (piece !== undefined) socket.write(piece, () => setImmediate(write, rest))
      else if (ending === "ends") socket.end()
      else if (ending === "resets") socket.resetAndDestroy()
    }
    return write(pieces)
  })
}

/** What came of the answer, once it is certain that the next request gets its own. */
const attemptAt = (...[pieces, ending]: Parameters<typeof answering>) =>
  Effect.gen(function* () {
    const { url } = yield* answering(pieces, ending)
    const { statusCode, delivered, error, faultOwner, response } = yield* sendTo(url)
    assert.deepInclude(yield* sendTo(url), { delivered: true, response: "second" })
    return { statusCode, delivered, error, faultOwner, response }
  }).pipe(Effect.scoped, Effect.provide(senderWith(true)))

const at = (text: string, ending?: "ends" | "resets") => attemptAt([Buffer.from(text)], ending)

const informational = fc.record({
  status: fc.constantFrom(100, 101, 102, 103, 104, 199),
  fields: fc.array(
    fc.constantFrom("Link: </a>; rel=preload", "X-Folded: a\r\n  b", "no colon", "x", ":", "Content-Length: 7")
  )
})
const framings: ReadonlyArray<readonly [head: string, body: (text: string) => string, ending?: "ends"]> = [
  ["Content-Length: 5", (text) => text],
  ["Content-Length:\r\n 5", (text) => text],
  ["content-length : 5", (text) => text],
  ["Content-Length: 5\r\nContent-Length: 5", (text) => text],
  [
    "Transfer-Encoding: chunked",
    (text) => `2;a="\u8c93"\r\n${text.slice(0, 2)}\r\n03\r\n${text.slice(2)}\r\n0\r\nx: y\r\n\r\n`
  ],
  ["Content-Length: 9\r\nTransfer-Encoding: gzip,\r\n\tChunked", (text) => `5\r\n${text}\r\n0\r\n\r\n`],
  ["Connection: close", (text) => text, "ends"],
  ["Content-Length: nine", (text) => text, "ends"]
]

describe("an odd answer", () => {
  it.live("is its final status, after any 1xx, however its bytes are cut and its lines end", () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(
          fc.array(informational, { maxLength: 4 }),
          fc.constantFrom(200, 202, 299, 301, 404, 429, 500, 999),
          fc.constantFrom(...framings),
          fc.constantFrom("\r\n", "\n"),
          fc.array(fc.nat(400), { maxLength: 8 }),
          async (before, status, [head, bodyOf, ending], lineEnd, cuts) => {
            const heads = before.map(({ status, fields }) => [`HTTP/1.1 ${status} `, ...fields, "", ""].join("\r\n"))
            const text = `${heads.join("")}HTTP/1.1 ${status} 好的\r\nX-Name: 貓\r\n${head}\r\n\r\n${bodyOf("hello")}`
            const bytes = Buffer.from(text.replaceAll("\r\n", lineEnd))
            const ends = [...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b), bytes.length]
            const pieces = ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
            const delivered = status < 300
            const faultOwner = delivered ? null : "customer"
            assert.deepStrictEqual(await Effect.runPromise(attemptAt(pieces, ending)), {
              statusCode: status,
              delivered,
              error: null,
              faultOwner,
              response: "hello"
            })
          }
        ),
        { numRuns: runs(60) }
      )
    )
  )

  it.live.each([
    "SSH-2.0-OpenSSH_9.2\r\n",
    "<html>\n",
    "200 OK\r\n\r\n",
    "ICY 200 OK\r\n\r\n",
    "HTTP/2 200\r\n\r\n",
    "HTTP/1.1200 OK\r\n\r\n",
    "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 2000 OK\r\n\r\n",
    "HTTP/1.1 099 OK\r\n\r\n",
    "HTTP/1.1 two OK\r\n\r\n",
    " HTTP/1.1 200 OK\r\n\r\n",
    "\u0000\u0001\u0002\n",
    "HTTP/1.1 100 Continue\r\n\r\n{}\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n\u0081\u0005\n",
    "x".repeat(10_000),
    `HTTP/1.1 100 ${"x".repeat(10_000)}`,
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(4_000)
  ])("that is not HTTP is said to be so, and is the customer's: %j", (text) =>
    Effect.gen(function* () {
      for (const ending of [undefined, "ends"] as const) {
        assert.deepStrictEqual(yield* at(text, ending), {
          statusCode: null,
          delivered: false,
          error: "The answer is not HTTP/1.1",
          faultOwner: "customer",
          response: null
        })
      }
    })
  )

  const rests: ReadonlyArray<readonly [string, string, ("ends" | "resets")?]> = [
    ["nothing", "", "ends"],
    ["nothing but a reset", "", "resets"],
    ["half a field", "Content-Le", "resets"],
    ["a field without a colon", "nonsense\r\nContent-Length: 0\r\n\r\n"],
    ["a field without a name", ": x\r\nContent-Length: 0\r\n\r\n"],
    ["a folded line that continues nothing", "  x: y\r\nContent-Length: 0\r\n\r\n"],
    ["fields without end", "x: y\r\n".repeat(3_000)],
    ["a field without end", `x: ${"y".repeat(10_000)}`],
    ["two lengths", "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "ends"],
    ["a length that is none", "Content-Length: -1\r\n\r\nab", "ends"],
    ["a body that is cut off", "Content-Length: 500\r\n\r\nab", "ends"],
    ["a chunk that is cut off", "Transfer-Encoding: chunked\r\n\r\nff\r\nab", "resets"],
    ["chunks of little but words", `Transfer-Encoding: chunked\r\n\r\n${`1;${"x".repeat(7_000)}\r\na\r\n`.repeat(20)}`],
    ["a chunk of no size", "Transfer-Encoding: chunked\r\n\r\nx\r\nab"],
    ["a chunk that does not end where it says", "Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n"],
    ["more than its length", "Content-Length: 1\r\n\r\naHTTP/1.1 500 No\r\n\r\n"],
    ["another answer", "Content-Length: 0\r\n\r\nHTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"]
  ]
  it.live.each(rests)("with %s after its status line keeps its meaning", ([, rest, ending]) =>
    Effect.gen(function* () {
      const seen = yield* Effect.all([
        at(`HTTP/1.1 204 Fine\r\n${rest}`, ending),
        at(`HTTP/1.1 200 OK\r\n${rest}`, ending),
        at(`HTTP/1.1 500 No\r\n${rest}`, ending)
      ])
      assert.deepStrictEqual(
        seen.map(({ statusCode, delivered, error, faultOwner }) => [statusCode, delivered, error, faultOwner]),
        [
          [204, true, null, null],
          [200, true, null, null],
          [500, false, null, "customer"]
        ]
      )
    })
  )

  it.live("may keep its connection only after an answer whose end is certain", () =>
    Effect.gen(function* () {
      const kept = ["Content-Length: 1\r\n\r\na", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"]
      const closed = ["Connection: close\r\nContent-Length: 1\r\n\r\na", "Content-Length: 1\r\n\r\nab"]
      for (const [rests, version, connections] of [
        [kept, "1.1", 1],
        [kept, "1.0", 2],
        [closed, "1.1", 2]
      ] as const) {
        for (const rest of rests) {
          const endpoint = yield* answering([Buffer.from(`HTTP/${version} 200 OK\r\n${rest}`)])
          yield* sendTo(endpoint.url)
          yield* sendTo(endpoint.url)
          assert.strictEqual(endpoint.connections, connections, rest)
        }
      }
    }).pipe(Effect.provide(senderWith(true)))
  )
})
