/** The time of an event, which a host says or which is that of receipt. */
import { assert, it } from "@effect/vitest"
import { Result } from "effect"
import { readEvents } from "../../../src/sources/bluesky/wire/EventsWire.ts"

const receivedMillis = 1_790_000_000_123
const did = "did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"

const timeOf = (time: unknown) => {
  const payload = {
    $type: "network.bsky.jetstream.subscribeEvents#account",
    seq: 1,
    did,
    time,
    account: { active: true }
  }
  const message = Result.getOrThrow(readEvents({ $type: "message", payload }, receivedMillis))
  if (message.type !== "event") return assert.fail(message.type)
  return [message.event.timeMicros, message.event.isTimed]
}

it("is what the host says, in RFC 3339", () => {
  assert.deepStrictEqual(timeOf("2026-11-25T03:00:00.5Z"), [Date.UTC(2026, 10, 25, 3) * 1_000 + 500_000, true])
  assert.deepStrictEqual(timeOf("2026-11-25T11:00:00+08:00"), [Date.UTC(2026, 10, 25, 3) * 1_000, true])
})

it("is the time of receipt where the host says none, from which the source does not resume", () => {
  for (const time of ["2026-11-25T03:00:00", "soon", null, undefined, 7]) {
    assert.deepStrictEqual(timeOf(time), [receivedMillis * 1_000, false])
  }
})
