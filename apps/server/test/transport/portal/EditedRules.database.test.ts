/** Editing a rule in the portal: as strictly as creating one, and never through the API. */
import { assert } from "@effect/vitest"
import { portalRpcPath } from "@heddle/api/portal"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"

onAnyDatabaseWith("A rule that is edited in the portal", { services: ServedApi.layer }, (it) => {
  it.effect("keeps its id and asks for something else", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { portal, visitor, email, accountId } = yield* portalUser({ plan: "standard" })
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const endpoint = yield* portal["webhooks.CreateEndpoint"]({ url: "https://example.com/hooks" })
      const { rule, notices } = yield* portal["webhooks.CreateRule"]({
        endpointId: endpoint.id,
        rule: { keyword: "咖啡", likeCount: 10, sendExisting: false }
      })
      assert.deepStrictEqual(notices, ["No post matches this rule now."])
      assert.isFalse(rule.sendExisting)
      const edited = yield* portal["webhooks.UpdateRule"]({
        ruleId: rule.id,
        rule: { likeCount: 500, lookbackHours: 5 }
      })
      assert.deepInclude(edited, { id: rule.id, type: "trending", lookbackHours: 5, createdAt: rule.createdAt })
      const listed = yield* portal["webhooks.ListRules"]({ endpointId: endpoint.id })
      assert.deepStrictEqual(
        listed.map((one) => one.rule),
        [edited]
      )
      const [entry] = (yield* portal["account.ListAudit"]({})).entries
      assert.deepInclude(entry, { action: "rule.updated", actor: email, actorKind: "person", target: rule.id })
      assert.deepStrictEqual(entry?.details["before"], {
        type: "keyword",
        keyword: "咖啡",
        likeCount: 10,
        language: "zh",
        sendExisting: false
      })

      const refused = [
        { keyword: "咖啡", likeCount: 9 },
        { keyword: "咖啡", likeCount: 10, lookbackHours: 5 },
        { likeCount: 500 },
        { keyword: "咖啡" }
      ]
      for (const input of refused) {
        const payload = { ruleId: rule.id, rule: input }
        const answer = yield* call(portalRpcPath, {
          method: "POST",
          headers: { cookie, origin: baseUrl, "content-type": "application/x-ndjson" },
          body: `${JSON.stringify({ _tag: "Request", id: "1", tag: "webhooks.UpdateRule", payload, headers: [] })}\n`
        })
        assert.include(answer.text, "invalid_parameter")
      }
      assert.deepStrictEqual((yield* portal["webhooks.ListRules"]({ endpointId: endpoint.id }))[0]?.rule, edited)

      const { key } = yield* portal["keys.CreateKey"]({ name: "tests" })
      for (const method of ["PATCH", "PUT", "POST"]) {
        const answer = yield* call(`/webhook/rules/${rule.id}`, { method, key, json: { likeCount: 600 } })
        assert.include([404, 405], answer.status)
      }

      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE plan_periods SET ends_at = starts_at WHERE account_id = ${accountId}`
      const downgraded = yield* Effect.flip(
        portal["webhooks.UpdateRule"]({ ruleId: rule.id, rule: { likeCount: 600, lookbackHours: 5 } })
      )
      assert(downgraded._tag === "PortalProblem")
      assert.strictEqual(downgraded.code, "plan_required")
    })
  )
})
