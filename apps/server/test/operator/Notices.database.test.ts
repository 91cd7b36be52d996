/** The operator's calls for notices, the ledger's report, and its metrics, over the real port. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { parseBelow } from "../../src/cli/notices.ts"
import { LedgerAudit } from "../../src/credits/ledger/LedgerAudit.ts"
import { BalanceAlerts } from "../../src/credits/alerts/BalanceAlerts.ts"
import { MailQueue } from "../../src/mail/MailQueue.ts"
import { call, customer, operate, ServedApi } from "../support/ServedApi.ts"

const patch = (id: string, json: unknown) => operate(`/accounts/${id}/notices`, { method: "PATCH", json })

onAnyDatabaseWith("Operator's notices", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("are read and changed; what is absent stays", () =>
    Effect.gen(function* () {
      const { id } = yield* customer()
      const read = Effect.map(operate(`/accounts/${id}/notices`), ({ json }) => json)
      const byDefault = { enabled: true, below_credits: null, below_percent: 10 }
      assert.deepStrictEqual(yield* read, byDefault)
      assert.strictEqual((yield* patch(id, { below_credits: 500 })).status, 200)
      assert.deepStrictEqual(yield* read, { enabled: true, below_credits: 500, below_percent: null })
      assert.deepStrictEqual((yield* patch(id, { enabled: false })).json, {
        enabled: false,
        below_credits: 500,
        below_percent: null
      })
      yield* patch(id, { enabled: true, below_percent: 10 })
      assert.deepStrictEqual(yield* read, byDefault)
    })
  )

  it.effect("errors say why", () =>
    Effect.gen(function* () {
      const { id } = yield* customer()
      const cases: ReadonlyArray<readonly [string, unknown, number, string]> = [
        [id, {}, 400, "give enabled, below_credits or below_percent"],
        [id, { below_credits: 5, below_percent: 5 }, 400, "not both"],
        [id, { below_credits: 0 }, 400, "below_credits: must be a whole number from 1"],
        [id, { below_percent: 101 }, 400, "below_percent: must be a whole number from 1 to 100"],
        [id, { below_percent: "10" }, 400, "below_percent: must be"],
        [id, { below: 5 }, 400, "below: is unknown"],
        [id, { enabled: null }, 400, "enabled: must be"],
        ["acct_none", { enabled: true }, 404, "There is no account acct_none."]
      ]
      for (const [account, body, status, detail] of cases) {
        const answer = yield* patch(account, body)
        assert.strictEqual(answer.status, status, answer.text)
        assert.include(String(answer.json["detail"]), detail)
      }
      assert.strictEqual((yield* operate("/accounts/acct_none/notices")).status, 404)
    })
  )

  it.effect("a call that fails with 402 on a low balance sends a mail", () =>
    Effect.gen(function* () {
      const alerts = yield* BalanceAlerts
      const queue = yield* MailQueue
      const { id, key } = yield* customer({ plan: "standard", credits: 10 })
      yield* patch(id, { below_credits: 11 })
      assert.strictEqual((yield* call("/post/search?keywords=a&limit=11", { key })).status, 402)
      assert.deepInclude(yield* alerts.evaluate, { runOut: 1 })
      const [mail] = yield* queue.claim(8)
      assert.strictEqual(mail?.subject, "Heddle: your credits have run out")
    })
  )

  it.effect("--below takes credits or per cent", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* parseBelow("500"), { below_credits: 500 })
      assert.deepStrictEqual(yield* parseBelow("25%"), { below_percent: 25 })
      for (const text of ["0", "101%", "0%", "some", "", "-1", "1.5", "1000000001", "%"]) {
        assert.include((yield* Effect.flip(parseBelow(text))).detail, "--below takes credits", text)
      }
    })
  )

  it.effect("the ledger's report and its metrics", () =>
    Effect.gen(function* () {
      yield* customer({ credits: 5 })
      const watch = yield* LedgerAudit
      assert.isTrue(yield* watch.check(0))
      const { json } = yield* operate("/ledger")
      assert.deepStrictEqual(json["faults"], [])
      assert.isAbove(Number(json["accounts"]), 0)
      const { text } = yield* operate("/metrics")
      assert.match(text, /^heddle_ledger_faults 0$/m)
      assert.match(text, new RegExp(`^heddle_ledger_checked_accounts ${String(json["accounts"])}$`, "m"))
      assert.match(text, /^heddle_ledger_checked_timestamp_seconds 1\d{9}$/m)
      assert.match(text, /^heddle_ledger_check_duration_seconds [\d.]+$/m)
      assert.match(text, /^heddle_mails_waiting \d+$/m)
    })
  )
})
