import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { once } from "node:events"
import { migratedPglite } from "../../../../../test/support/Services.ts"
import { Notifications } from "../../../src/database/client/Notifications.ts"
import { PgliteStream } from "../../../src/database/pglite/PgliteStream.ts"
import { startThread } from "../../../src/database/pglite/PgliteThread.ts"

/** Length, code 80877102, process id and secret, as PostgreSQL's protocol has it. */
const cancelRequest = Buffer.from([0, 0, 0, 16, 0x04, 0xd2, 0x16, 0x2e, 0, 0, 0, 1, 0, 0, 0, 1])

describe("PgliteStream", () => {
  it.live("closes the connection after a cancel request, which an interrupted caller waits for", () =>
    Effect.gen(function* () {
      const thread = yield* startThread({ memory: true, dump: migratedPglite().dump })
      const stream = new PgliteStream({ thread, notifications: new Notifications(), used: false })
      const closed = once(stream, "close")
      stream.write(cancelRequest)
      yield* Effect.promise(() => closed)
      assert.isTrue(stream.destroyed)
    }).pipe(Effect.scoped)
  )
})
