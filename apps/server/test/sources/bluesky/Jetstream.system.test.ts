/** Which hosts and wires are asked for what, what a refusal says, and that nothing is lost without a word. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Metric, Result, Stream } from "effect"
import { madeEvents } from "../../../../../test/support/jetstream/MadeNetwork.ts"
import { type Fault, standIn } from "../../../../../test/support/jetstream/StandIn.ts"
import { decodeCursor, encodeCursor, makeJetstream } from "../../../src/sources/bluesky/connection/Jetstream.ts"

const startMillis = Date.UTC(2026, 10, 20)
const events = [...madeEvents({ seed: 3, events: 3_000, people: 30, startMillis, eventsPerSecond: 10 })]
const microsOf = (index: number): number => events[index]?.micros ?? 0

/** The times of the first events. */
const timesOf = (messages: ReturnType<ReturnType<typeof makeJetstream>>, count: number) =>
  messages.pipe(
    Stream.take(count),
    Stream.runCollect,
    Effect.map((received) =>
      received.flatMap(({ message }) =>
        Result.isSuccess(message) && message.success.type === "event" ? [message.success.event.timeMicros] : []
      )
    )
  )

const gapsOf = (source: string) =>
  Effect.map(
    Metric.snapshot,
    (all) => all.find(({ id, attributes }) => id === "source_gaps_total" && attributes?.["source"] === source)?.state
  )

const logged = () => {
  const lines: Array<string> = []
  return { lines, layer: Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))]) }
}

const withFaults = (...faults: ReadonlyArray<Fault>) => standIn({ events, faults })

describe("Jetstream", () => {
  it.live("is asked over its second wire, for what is used, from some seconds before the cursor", () =>
    Effect.gen(function* () {
      const { url, asked } = yield* withFaults()
      const jetstream = makeJetstream({ source: "a", hosts: [url], compression: false })
      assert.deepStrictEqual(yield* timesOf(jetstream(null), 3), [microsOf(0), microsOf(1), microsOf(2)])
      assert.deepStrictEqual(yield* timesOf(jetstream(microsOf(1_000)), 1), [microsOf(950)])
      assert.deepStrictEqual(
        asked.map((path) => path.replace(/%3A/g, ":")),
        [null, microsOf(1_000) - 5_000_000].map(
          (cursor) =>
            "/xrpc/network.bsky.jetstream.subscribeEvents?kinds=commit&kinds=identity&kinds=account" +
            "&collections=app.bsky.feed.post&collections=app.bsky.feed.like&collections=app.bsky.feed.repost" +
            `&collections=app.bsky.actor.profile&maxMessageSizeBytes=1000000${cursor === null ? "" : `&cursor=${cursor}`}`
        )
      )
    }).pipe(Effect.scoped)
  )

  it.live("is asked over the older wire when it has no other, or when its address says so", () =>
    Effect.gen(function* () {
      const old = yield* standIn({ events, wires: ["legacy"] })
      yield* timesOf(makeJetstream({ source: "b", hosts: [old.url], compression: false })(null), 1)
      yield* timesOf(makeJetstream({ source: "b", hosts: [`${old.url}/subscribe`], compression: false })(null), 1)
      assert.deepStrictEqual(
        old.asked.map((path) => path.slice(0, path.indexOf("?"))),
        ["/xrpc/network.bsky.jetstream.subscribeEvents", "/subscribe", "/subscribe"]
      )
    }).pipe(Effect.scoped)
  )

  it.live("is followed by the next host when it refuses, and each connection begins with another", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* withFaults({ refuse: 503 }), yield* withFaults()]
      const jetstream = makeJetstream({ source: "c", hosts: [one.url, other.url], compression: false })
      for (let time = 0; time < 3; time += 1) yield* timesOf(jetstream(null), 1)
      assert.deepStrictEqual([one.asked.length, other.asked.length], [2, 2])
    }).pipe(Effect.scoped)
  )

  it.live("says why each host refused, and waits as long as all of them ask", () =>
    Effect.gen(function* () {
      const one = yield* withFaults({ refuse: 429, retryAfterSeconds: 30 }, { refuse: 429, retryAfterSeconds: 9 })
      const other = yield* withFaults({ refuse: 429, retryAfterSeconds: 20 }, { refuse: 500 })
      const jetstream = makeJetstream({ source: "d", hosts: [one.url, other.url], compression: false })
      const first = yield* Effect.flip(timesOf(jetstream(null), 1))
      assert.strictEqual(first.retryAfterMillis, 20_000)
      assert.include(first.message, 'it answered 429: {"error":"RateLimitExceeded","message":"slow down"}; 127.0.0.1')
      const second = yield* Effect.flip(timesOf(jetstream(null), 1))
      assert.isNull(second.retryAfterMillis)
    }).pipe(Effect.scoped)
  )

  it.live("fails when a connection ends, however it ends", () =>
    Effect.gen(function* () {
      const endings = ["cut", "close", "error"] as const
      const network = yield* withFaults(...endings.map((ending) => ({ endAfter: 2, ending })))
      const jetstream = makeJetstream({ source: "e", hosts: [network.url], compression: false })
      const reasons = yield* Effect.forEach(endings, () => Effect.flip(timesOf(jetstream(null), 10)))
      const messages = reasons.map(({ message }) => message.replace(/^[^ ]* /, ""))
      assert.deepStrictEqual(messages, [
        "it closed the connection (1006)",
        "it closed the connection (1001, going away)",
        "it ended the stream (ConsumerTooSlow: reconnect)"
      ])
    }).pipe(Effect.scoped)
  )

  it.live("leaves a word about what it no longer has, also when the host says nothing", () =>
    Effect.gen(function* () {
      const { lines, layer } = logged()
      const told = yield* withFaults({ clamp: 1_500 })
      yield* Effect.provide(
        timesOf(makeJetstream({ source: "f", hosts: [told.url], compression: false })(microsOf(1_000)), 2),
        layer
      )
      assert.deepInclude(yield* gapsOf("f"), { count: 1 })
      assert.match(lines[0] ?? "", /^The source f has a gap: 127.0.0.1:\d+ no longer has .* resumed later$/)
      const old = yield* standIn({ events, wires: ["legacy"], faults: [{ clamp: 1_500 }] })
      yield* Effect.provide(
        timesOf(makeJetstream({ source: "f", hosts: [old.url], compression: false })(microsOf(1_000)), 2),
        layer
      )
      assert.deepInclude(yield* gapsOf("f"), { count: 2 })
      assert.match(lines[1] ?? "", / About 2 minutes are missing$/)
      const quiet = yield* standIn({ events, wires: ["legacy"], faults: [{ clamp: 100 }] })
      yield* Effect.provide(
        timesOf(makeJetstream({ source: "f", hosts: [quiet.url], compression: false })(microsOf(1_000)), 2),
        layer
      )
      assert.deepInclude(yield* gapsOf("f"), { count: 2 })
      assert.lengthOf(lines, 2)
    }).pipe(Effect.scoped)
  )

  it.live("compresses what it sends when it is asked to, and can", () =>
    Effect.gen(function* () {
      const network = yield* withFaults()
      const jetstream = makeJetstream({ source: "h", hosts: [network.url], compression: true })
      assert.deepStrictEqual(yield* timesOf(jetstream(null), 4), [0, 1, 2, 3].map(microsOf))
      assert.strictEqual(network.asked[0], "/xrpc/network.bsky.jetstream.getZstdDictionary")
      assert.include(network.asked[1], "&zstdDictionary=4242")
      const old = yield* standIn({ events, wires: ["legacy"] })
      const plain = makeJetstream({ source: "h", hosts: [old.url], compression: true })
      assert.deepStrictEqual(yield* timesOf(plain(null), 1), [microsOf(0)])
    }).pipe(Effect.scoped)
  )

  it.live("is slowed down by a slow reader, and loses nothing", () =>
    Effect.gen(function* () {
      // So long that the buffers of the system hold few of them.
      const many = [...madeEvents({ seed: 4, events: 30_000, people: 30, startMillis, eventsPerSecond: 1_000 })].map(
        ({ what, ...event }) =>
          what.kind === "commit" && what.record !== undefined
            ? { ...event, what: { ...what, record: { ...what.record, padding: "x".repeat(2_000) } } }
            : { ...event, what }
      )
      const network = yield* standIn({ events: many })
      const started = Date.now()
      const times: Array<number> = []
      yield* makeJetstream({ source: "g", hosts: [network.url], compression: false })(null).pipe(
        Stream.take(many.length),
        Stream.grouped(1_000),
        Stream.runForEach((received) =>
          Effect.gen(function* () {
            // After the first parts the host must be waiting for us.
            if (times.length === 2_000) {
              yield* Effect.sleep("1500 millis")
              assert.isBelow(network.sent.size, 26_000)
            }
            for (const { message } of received) {
              if (Result.isSuccess(message) && message.success.type === "event") {
                times.push(message.success.event.timeMicros)
              }
            }
          })
        )
      )
      assert.isAbove(Date.now() - started, 1_000)
      assert.deepStrictEqual(
        times,
        many.map(({ micros }) => micros)
      )
    }).pipe(Effect.scoped)
  )
})

describe("the cursor", () => {
  it("is read as it was written, and anything else is none", () => {
    assert.strictEqual(decodeCursor(encodeCursor(1_790_000_000_000_000)), 1_790_000_000_000_000)
    for (const text of [null, "", "1", "x", "1790000000000000.5", "17900000000000000"])
      assert.isNull(decodeCursor(text))
  })
})
