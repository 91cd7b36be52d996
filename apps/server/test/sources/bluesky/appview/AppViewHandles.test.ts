/** Handles of accounts that the stream brings: asked for within a budget, and never waited for long. */
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { SourceUnavailable } from "../../../../src/live/LiveSource.ts"
import type { AppView } from "../../../../src/sources/bluesky/appview/AppView.ts"
import { readProfile } from "../../../../src/sources/bluesky/appview/AppViewPost.ts"
import { makeHandleLookup } from "../../../../src/sources/bluesky/appview/AppViewHandles.ts"

const didAt = (index: number) => `did:plc:${String(index).padStart(24, "a")}`

/** Knows every account; the third has a handle that does not lead back to it. */
const appView = (asked: Array<number>, before: Effect.Effect<void, SourceUnavailable> = Effect.void): AppView => ({
  posts: () => Effect.die("not asked for"),
  replies: () => Effect.die("not asked for"),
  profiles: (actors) =>
    Effect.suspend(() => {
      asked.push(actors.length)
      const items = new Map(
        actors.map((did) => [
          did,
          readProfile({ did, handle: did === didAt(3) ? "handle.invalid" : `h${did.slice(-1)}.example` }).pipe(
            Result.mapError((cause) => new SourceUnavailable({ cause }))
          )
        ])
      )
      return Effect.as(before, items)
    })
})

it.effect("accounts get their handles; one whose handle is invalid has none", () =>
  Effect.gen(function* () {
    const lookUp = makeHandleLookup(appView([]), 1)
    const found = yield* lookUp([didAt(1), didAt(3), "no DID"])
    assert.deepStrictEqual(
      [...found],
      [
        [didAt(1), "h1.example"],
        [didAt(3), null]
      ]
    )
  })
)

it.effect("no more is asked than the budget permits; a pause saves some up", () =>
  Effect.gen(function* () {
    const asked: Array<number> = []
    const lookUp = makeHandleLookup(appView(asked), 1)
    const dids = Array.from({ length: 200 }, (_, index) => didAt(index))
    yield* lookUp(dids)
    yield* lookUp(dids)
    assert.deepStrictEqual(asked, [100])
    yield* TestClock.adjust("2 seconds")
    yield* lookUp(dids)
    yield* TestClock.adjust("1 hour")
    yield* lookUp(dids)
    assert.deepStrictEqual(asked, [100, 50, 100])
  })
)

it.effect("an AppView that is slow or down is not waited for, and then left alone", () =>
  Effect.gen(function* () {
    for (const before of [Effect.never, Effect.fail(new SourceUnavailable({ cause: "down" }))]) {
      const asked: Array<number> = []
      const lookUp = makeHandleLookup(appView(asked, before), 5)
      const fiber = yield* Effect.forkChild(lookUp([didAt(1)]), { startImmediately: true })
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual((yield* Fiber.join(fiber)).size, 0)
      yield* lookUp([didAt(1)])
      assert.strictEqual(asked.length, 1)
      yield* TestClock.adjust("30 seconds")
      yield* Effect.forkChild(lookUp([didAt(1)]), { startImmediately: true })
      assert.strictEqual(asked.length, 2)
    }
  })
)
