/** A stream without events sends a comment every 10 s: clients take 30 s of silence for the end of the connection. */
import { assert } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { EventStreams, type StreamItem } from "../../../src/webhooks/listening/EventStreams.ts"
import { TestServices } from "../../support/TestServices.ts"
import { accountWithEndpoint } from "../../support/Webhooks.ts"

/** For statements of the stream, which take real time. */
const settle = TestClock.withLive(Effect.sleep("300 millis"))

onAnyDatabaseWith("A silent stream", { services: TestServices }, (it) => {
  it.effect("sends a comment at once and every 10 s", () =>
    Effect.gen(function* () {
      const { id, endpoint } = yield* accountWithEndpoint(1_000)
      const request = { consumer: null, takeOver: false, since: null, lastEventId: null, check: Effect.succeed(null) }
      const stream = yield* (yield* EventStreams).open(id, endpoint.id, request)
      const seen: Array<StreamItem["_tag"]> = []
      yield* Effect.forkScoped(Stream.runForEach(stream, ({ _tag }) => Effect.sync(() => seen.push(_tag))))
      yield* settle
      assert.deepStrictEqual(seen, ["KeepAlive"])
      for (let comments = 2; comments < 7; comments += 1) {
        yield* TestClock.adjust("9900 millis")
        yield* settle
        assert.lengthOf(seen, comments - 1)
        yield* TestClock.adjust("100 millis")
        yield* settle
        assert.lengthOf(seen, comments)
      }
      assert.deepStrictEqual(new Set(seen), new Set<StreamItem["_tag"]>(["KeepAlive"]))
    }).pipe(Effect.scoped)
  )
})
