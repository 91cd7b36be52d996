/** `heddle forecasts train` as typed. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { trainCommand } from "../../src/cli/forecasts.ts"
import { commandServices, typed } from "../support/CommandLine.ts"
import { writeGrowing } from "../support/Courses.ts"

const day = 86_400
const start = 100 * day

onAnyDatabaseWith("The command for forecasts", { services: commandServices }, (it) => {
  it.effect("trains at once, and says on what", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(start * 1_000)
      const train = typed(trainCommand).run()
      assert.include(yield* train, "likes: the prior, because too few posts were followed at")
      const posts = Array.from({ length: 250 }, (_, index) => ({
        code: `p${index}`,
        post_timestamp: start - 15 * day + index * 1_700,
        likes: 20 + ((index * 7_919) % 900)
      }))
      yield* writeGrowing(posts, start)
      yield* TestClock.adjust("1 second")
      assert.include(yield* train, "likes: learned from 250 posts at")
    })
  )
})
