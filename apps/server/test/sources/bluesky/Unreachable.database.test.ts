/** Without its network, the source says once what it cannot reach, keeps trying, and says when it can. */
import { assert } from "@effect/vitest"
import { Effect, Logger, References } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { freePort } from "../../../../../test/support/FreePort.ts"
import { madeEvents } from "../../../../../test/support/jetstream/MadeNetwork.ts"
import { standIn } from "../../../../../test/support/jetstream/StandIn.ts"
import { makeBluesky } from "../../../src/sources/bluesky/BlueskySource.ts"
import { sourceTasks } from "../../../src/sources/SourceTasks.ts"
import { Sources } from "../../../src/sources/SourceNames.ts"
import { SourceHealth } from "../../../src/store/SourceHealth.ts"
import { eventually } from "../../support/FollowedSource.ts"
import { TestServices } from "../../support/TestServices.ts"

onAnyDatabaseWith("Bluesky without its network", { services: TestServices, realClock: true }, (it) => {
  it.effect("warns once, tries all hosts until one answers, and says so", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const log = Logger.layer([
        Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${[message].flat().join(" ")}`))
      ])
      const sql = yield* SqlClient.SqlClient
      const health = yield* SourceHealth
      const [port, later] = [yield* Effect.promise(freePort), yield* Effect.promise(freePort)]
      const hosts = [`ws://127.0.0.1:${port}`, `ws://127.0.0.1:${later}`]
      const [task] = yield* Effect.provideService(sourceTasks, Sources, [
        yield* makeBluesky({ hosts, compression: false })
      ])
      yield* Effect.forkScoped(
        (task?.run ?? Effect.die("There is no task")).pipe(
          Effect.provide(log),
          Effect.provideService(References.MinimumLogLevel, "Info")
        )
      )
      yield* eventually(
        "it fails",
        Effect.map(health.failingSince("bluesky"), (since) => since !== null)
      )
      yield* Effect.sleep("2500 millis")
      assert.lengthOf(lines, 1)
      assert.match(
        lines[0] ?? "",
        new RegExp(`^Warn The source bluesky cannot be read: 127.0.0.1:${port}: .*ECONNREFUSED.*; 127.0.0.1:${later}: `)
      )

      const startMillis = Date.now() - 60_000
      const events = [...madeEvents({ seed: 5, events: 50, people: 5, startMillis, eventsPerSecond: 100 })]
      yield* standIn({ events, port: later })
      const works = Effect.map(health.failingSince("bluesky"), (since) => since === null)
      yield* eventually("it works", works)
      assert.isTrue(yield* works)
      assert.deepStrictEqual(lines.slice(1), ["Info The source bluesky can be read again"])
      assert.isAbove((yield* sql`SELECT code FROM posts`).length, 0)
    }).pipe(Effect.scoped)
  )
})
