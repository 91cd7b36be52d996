/** The commands of `heddle deliveries` as typed: effects, output and errors. */
import { assert } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { deliveryCommands } from "../../src/cli/deliveries.ts"
import { Recoveries } from "../../src/webhooks/resending/Recoveries.ts"
import { accountWithEvents, forgetPostsAndWebhooks, sendAll, sendUntilFinished } from "../support/Webhooks.ts"
import { commandServices, typed } from "../support/CommandLine.ts"

const { command, run, json } = typed(deliveryCommands)
const failure = (...args: ReadonlyArray<string>) =>
  Effect.map(Effect.flip(command(args)), (error) => String("detail" in error ? error.detail : error))

onAnyDatabaseWith("heddle deliveries", { services: commandServices }, (it) => {
  const begin = Effect.andThen(TestClock.adjust("10 hours"), forgetPostsAndWebhooks)

  it.effect("lists, shows and sends again", () =>
    Effect.gen(function* () {
      yield* begin
      const { id, endpoint } = yield* accountWithEvents(1_000, ["one", "two"])
      const [first] = yield* sendAll(500)
      if (first === undefined) return assert.fail("an attempt")
      const account = ["--account", id]
      const failed = ["list", ...account, "--limit", "1", "--outcome", "failed", "--status", "500"]
      const page = yield* json(...failed)
      assert.lengthOf(page.deliveries, 1)
      const next = yield* json(...failed, "--cursor", String(page.next_cursor))
      assert.deepInclude(next.deliveries[0], { id: first.attemptId, endpointId: endpoint.id, statusCode: 500 })
      const text = yield* run("list", ...account, "--event", first.eventId, "--endpoint", endpoint.id)
      assert.include(text, first.attemptId)
      assert.include(yield* run("list", ...account, "--post", "three"), "No such delivery.")
      const one = [...account, "--delivery", first.attemptId]
      assert.include(yield* run("show", ...one), `POST ${endpoint.url}`)
      assert.deepInclude((yield* json("show", ...one)).request, { body: first.body })
      assert.deepInclude(yield* json("resend", ...one), { eventId: first.eventId, state: "retrying", charged: 0 })
      assert.lengthOf(yield* sendAll(200), 1)
    })
  )

  it.effect("recovers, shows the progress and cancels", () =>
    Effect.gen(function* () {
      yield* begin
      const { id, endpoint } = yield* accountWithEvents(1_000, ["one", "two"])
      const since = new Date(yield* Clock.currentTimeMillis).toISOString()
      yield* sendUntilFinished(500)
      const account = ["--account", id]
      assert.strictEqual(yield* run("recoveries", ...account), "The account has no recoveries.")
      const job = yield* json("recover", ...account, "--endpoint", endpoint.id, "--since", since)
      assert.deepInclude(job, { state: "running", total: 2, resent: 0 })
      assert.include(yield* failure("recover", ...account, "--endpoint", endpoint.id, "--since", since), job.id)
      yield* Recoveries.use(({ work }) => work)
      assert.include(yield* run("recoveries", ...account), "2 of 2")
      const cancelled = yield* run("cancel-recovery", ...account, "--recovery", job.id)
      assert.strictEqual(cancelled, `Recovery ${job.id} is completed; it sent 2 events again.`)
    })
  )

  it.effect("says what is wrong", () =>
    Effect.gen(function* () {
      const { id } = yield* accountWithEvents(1_000, [])
      assert.include(yield* failure("list", "--account", "acct_none"), "acct_none")
      assert.include(yield* failure("show", "--account", id, "--delivery", "dlv_none"), "dlv_none")
      assert.include(yield* failure("resend", "--account", "acct_none", "--delivery", "dlv_none"), "acct_none")
      assert.include(yield* failure("list", "--account", id, "--from", "yesterday"), "RFC 3339")
      assert.include(yield* failure("list", "--account", id, "--limit", "501"), "500")
    })
  )
})
