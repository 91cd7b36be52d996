/** An endpoint whose server is down: a long log, a recovery, the circuit breaker; and webhooks that are paused. */
import { AccountId, EndpointId, EventId, RuleId } from "@heddle/api"
import { Effect, Exit, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { Locator, Page } from "playwright-core"
import { afterAll, assert, beforeAll, it } from "vitest"
import { newId } from "../../../server/src/runtime/Ids.ts"
import { now } from "../../../server/src/runtime/Time.ts"
import { logAgain } from "../../../server/src/webhooks/delivery/AttemptLog.ts"
import { onDatabase } from "../../../../test/faults/KillChecks.ts"
import { chromiumBrowser, pageWaitMillis } from "../../../../test/support/Chromium.ts"
import { onPostgres } from "../../../../test/support/Databases.ts"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { freePort } from "../../../../test/support/FreePort.ts"
import { eventually } from "../../../../test/support/HeddleProcess.ts"
import { callApi, createAccount } from "../../../../test/support/Operator.ts"
import { openMillis, openSite, signUp, type Site } from "./Holder.ts"

const email = "outage@example.com"
const events = 120
/** What a recovery sends again in one step. */
const batch = 100
const pageRows = 50
const ruleId = RuleId.make("rule_1")

const numbers = Array.from({ length: events }, (_, index) => index + 1)

/** Events that failed an hour ago, and the last attempt of each in the log. */
const addFailed = (accountId: AccountId, endpointId: EndpointId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      INSERT INTO webhook_events (account_id, id, endpoint_id, rule_id, rule_type, post_code, sequence, state, body,
        attempt, failures, created_at, finished_at)
      SELECT ${accountId}, 'evt_' || n, ${endpointId}, ${ruleId}, 'trending', 'post-' || n, n, 'failed', '{}', 11, 11,
        now() - interval '2 hours', now() - interval '1 hour' + n * interval '1 second'
      FROM generate_series(1, ${events}) AS n`
    yield* sql`UPDATE webhook_queues SET last_sequence = ${events} WHERE endpoint_id = ${endpointId}`
    const attempts = yield* Effect.forEach(
      numbers,
      Effect.fnUntraced(function* (n) {
        const attempt = {
          accountId,
          endpointId,
          attemptId: yield* newId("dlv"),
          eventId: EventId.make(`evt_${n}`),
          ruleId,
          postCode: `post-${n}`,
          attempt: 11,
          startedAt: yield* now,
          url: "https://hooks.example.com/heddle"
        }
        const result = {
          delivered: false,
          connected: true,
          sentAt: null,
          sentTwice: false,
          statusCode: 500,
          durationMillis: 12,
          error: null,
          faultOwner: "customer" as const,
          retryAfterMillis: null,
          requestHeaders: {},
          responseHeaders: {},
          response: ""
        }
        return [attempt, result] as const
      })
    )
    yield* logAgain(sql, attempts)
  })

/** Locks an event until `release`. */
const hold = async (url: string, eventId: string) => {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const transaction = onDatabase(
    url,
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql`SELECT 1 FROM webhook_events WHERE id = ${eventId} FOR UPDATE`.pipe(
        Effect.tap(() => Effect.sync(() => held.resolve())),
        Effect.andThen(Effect.promise(() => over.promise)),
        sql.withTransaction
      )
    )
  )
  await held.promise
  return async () => {
    over.resolve()
    await transaction
  }
}

onPostgres("On PostgreSQL", ({ freshUrl }) => {
  describeWith(chromiumBrowser, "an outage in Chromium", (launch) => {
    const scope = Scope.makeUnsafe()
    let url = ""
    let site: Site
    let page: Page
    let host = ""
    let endpoint = ""

    beforeAll(async () => {
      url = Redacted.value(await Effect.runPromise(Scope.provide(freshUrl, scope)))
      // No round ends what a test says about rounds.
      site = await openSite(launch, { DATABASE_URL: url, HEDDLE_ROUND_INTERVAL: "1 hour" })
      const account = await createAccount(site.heddle, { plan: "standard" }, email)
      // Nobody listens there.
      host = `127.0.0.1:${await freePort()}`
      const { data } = await callApi(site.heddle, account, "POST", "/webhook/endpoints", {
        url: `http://${host}/hooks`
      })
      endpoint = `/portal/webhooks/endpoints/${data.id}`
      await onDatabase(url, addFailed(AccountId.make(account.id), EndpointId.make(data.id)))
      page = await signUp(site, email)
    }, openMillis)

    afterAll(async () => {
      await site.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    it("fills pages of the log, which lead forth and back", async () => {
      await page.goto("/portal/webhooks/deliveries")
      const pager = page.getByRole("navigation", { name: "Pages" })
      const links = page.locator("main tbody a")
      const addressOf = async (link: Locator) => (await link.getAttribute("href")) ?? ""
      /** The rows of the log, once it has so many and begins with none of these. */
      const rowsOf = async (count: number, other: ReadonlyArray<string>) => {
        await eventually(
          `${count} other rows`,
          async () => (await links.count()) === count && !other.includes(await addressOf(links.first())),
          pageWaitMillis
        )
        return Promise.all((await links.all()).map(addressOf))
      }
      const first = await rowsOf(pageRows, [])
      assert.strictEqual(await pager.getByRole("link", { name: "Newer" }).count(), 0)
      await pager.getByRole("link", { name: "Older" }).click()
      const second = await rowsOf(pageRows, first)
      await pager.getByRole("link", { name: "Older" }).click()
      const third = await rowsOf(events - 2 * pageRows, second)
      assert.strictEqual(new Set([...first, ...second, ...third]).size, events)
      assert.strictEqual(await pager.getByRole("link", { name: "Older" }).count(), 0)
      await pager.getByRole("link", { name: "Newer" }).click()
      assert.deepStrictEqual(await rowsOf(pageRows, third), second)
    })

    it("is recovered from by a job that says how far it is", async () => {
      await page.goto(endpoint)
      await page.getByText(`${events} events have failed since then`).waitFor()
      const release = await hold(url, `evt_${batch + 1}`)
      await page.getByRole("button", { name: `Send ${events} events again` }).click()
      const progress = page.getByRole("progressbar", { name: `${batch} of ${events} events sent again` })
      await progress.waitFor()
      await page.getByRole("button", { name: "Stop" }).waitFor()
      await release()
      await page.getByRole("row", { name: new RegExp(`Completed.*${events} of ${events}`) }).waitFor()
      await page.getByText("No event has failed since then").waitFor()
    })

    it("delays the endpoint after several failures in a row, and says so wherever one waits for it", async () => {
      await page.getByText("Delayed", { exact: true }).waitFor()
      await page.getByText("Your server refused the connection.").waitFor()
      await page.getByText("we try one event at a time").waitFor()
      await page.getByText(/1\d\d events are waiting\. The next may be sent/).waitFor()
      await page.goto("/portal/overview")
      await page.getByText(`${host} has been failing since`).waitFor()
      await page.goto("/portal/webhooks/deliveries?event=evt_1")
      await page.getByRole("row").last().getByRole("link").click()
      await page.getByRole("button", { name: "Send again" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click()
      await page.getByText("It is being sent again").waitFor()
      await page.getByText(/This one is sent .* or later/).waitFor()
    })

    it("does not hide that webhooks are paused for want of credits", async () => {
      await onDatabase(
        url,
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE webhook_rounds SET out_of_credits_at = now()`)
      )
      await page.goto("/portal/overview")
      await page.getByText("Webhooks have been paused since").waitFor()
      await page.getByRole("link", { name: "Add credits" }).first().click()
      await page.waitForURL("**/portal/credits")
      assert.deepStrictEqual(site.faults(), [])
    })
  })
})
