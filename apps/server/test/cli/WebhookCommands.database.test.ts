/** The commands of `heddle webhooks` as typed: effects, output and errors. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestConsole } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { webhookCommands } from "../../src/cli/webhooks.ts"
import { Endpoints } from "../../src/webhooks/management/Endpoints.ts"
import { accountWithEndpoint } from "../support/Webhooks.ts"
import { commandServices, typed } from "../support/CommandLine.ts"

const { command, run, json } = typed(webhookCommands)

onAnyDatabaseWith("heddle webhooks", { services: commandServices }, (it) => {
  it.effect("lists endpoints without their secrets, and rotates a secret", () =>
    Effect.gen(function* () {
      const endpoints = yield* Endpoints
      const { id, endpoint } = yield* accountWithEndpoint(100)
      const capped = yield* endpoints.create(id, "https://example.com/capped", {
        standardWebhooks: true,
        dailyCreditCap: 200
      })
      const listed = yield* json("list", "--account", id)
      assert.deepStrictEqual(listed, [
        {
          id: endpoint.id,
          url: endpoint.url,
          created_at: endpoint.createdAt,
          standard_webhooks: false,
          daily_credit_cap: null,
          health: { state: "healthy", failing_since: null, last_error: null },
          queue: { waiting: 0, next_attempt_at: null },
          rules: 0
        },
        { ...listed[0], id: capped.id, url: capped.url, standard_webhooks: true, daily_credit_cap: 200 }
      ])
      assert.include(yield* run("list", "--account", id), "Standard Webhooks, 200 credits a day")

      const one = ["--account", id, "--endpoint", endpoint.id]
      const rotated = yield* json("rotate-secret", ...one, "--overlap-hours", "2")
      assert.deepStrictEqual(Object.keys(rotated), ["id", "secret", "previous_secret_expires_at"])
      assert.strictEqual(rotated.previous_secret_expires_at, "1970-01-01T02:00:00.000Z")
      const [{ secret } = endpoint] = yield* endpoints.list(id)
      assert.deepStrictEqual([rotated.id, rotated.secret], [endpoint.id, secret])
      assert.match(
        yield* run("rotate-secret", ...one),
        /^The old secret of ep_\w+ signs until 1970-01-02T00:00:00.000Z. The new secret:\nwhsec_/
      )
    })
  )

  it.effect("says what is wrong with what was typed", () =>
    Effect.gen(function* () {
      const { id, endpoint } = yield* accountWithEndpoint(100)
      const { id: other } = yield* accountWithEndpoint(100)
      for (const [args, part] of [
        [["list", "--account", "acct_none"], "There is no account acct_none"],
        [["rotate-secret", "--account", "acct_none", "--endpoint", endpoint.id], "There is no account acct_none"],
        [["rotate-secret", "--account", other, "--endpoint", endpoint.id], `no endpoint ${endpoint.id}`],
        [["rotate-secret", "--account", id, "--endpoint", endpoint.id, "--overlap-hours", "169"], "0 to 168"]
      ] as const) {
        const error = yield* Effect.flip(command(args))
        assert.include(`${error.message} ${(yield* TestConsole.errorLines).join("\n")}`, part)
      }
    })
  )
})
