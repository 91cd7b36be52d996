/** Calls of the portal: who may make them, and how they fail. */
import { assert } from "@effect/vitest"
import { usualRuleLanguages } from "@heddle/api"
import { portalRpcPath } from "@heddle/api/portal"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { browser } from "../../support/PageVisits.ts"
import { portalOf, portalUser } from "../../support/PortalVisits.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"

const message = `${JSON.stringify({ _tag: "Request", id: "1", tag: "account.Me", payload: null, headers: [] })}\n`

const sent = (headers: Readonly<Record<string, string>>) =>
  call(portalRpcPath, {
    method: "POST",
    body: message,
    headers: { "content-type": "application/x-ndjson", ...headers }
  })

onAnyDatabaseWith("Calls of the portal", { services: ServedApi.layer }, (it) => {
  it.effect("answer the person of the session", () =>
    Effect.gen(function* () {
      const { portal, email, accountId } = yield* portalUser({ plan: "standard" })
      const me = yield* portal["account.Me"]()
      assert.deepInclude(me, { email, accountId, hasPassword: true, isDemo: false })
      assert.deepStrictEqual(yield* portal["webhooks.ListEndpoints"](), {
        endpoints: [],
        active: true,
        ruleLanguages: usualRuleLanguages
      })
      const balance = yield* portal["usage.Balance"]()
      assert.strictEqual(balance.remaining, balance.grants[0]?.total)
    })
  )

  it.effect("end with the session", () =>
    Effect.gen(function* () {
      const { portal, visitor } = yield* portalUser()
      yield* visitor.post("/sign-out", {})
      assert.strictEqual((yield* Effect.flip(portal["account.Me"]()))._tag, "SessionEnded")
      const stranger = yield* portalOf(yield* browser)
      assert.strictEqual((yield* Effect.flip(stranger["keys.ListKeys"]()))._tag, "SessionEnded")
    })
  )

  it.effect("come from pages of this service only, in a form that no other page can send", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { visitor } = yield* portalUser()
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const own = { cookie, origin: baseUrl, "sec-fetch-site": "same-origin" }
      assert.include((yield* sent(own)).text, "acct_")
      const refused: ReadonlyArray<Readonly<Record<string, string>>> = [
        { cookie },
        { ...own, "sec-fetch-site": "cross-site" },
        { ...own, "sec-fetch-site": "same-site" },
        { cookie, origin: "https://evil.example" },
        { cookie, origin: "null" }
      ]
      for (const headers of refused) {
        const answer = yield* sent(headers)
        assert.strictEqual(answer.status, 403)
        assert.notInclude(answer.text, "acct_")
        assert.isNull(answer.headers.get("access-control-allow-origin"))
      }
      for (const type of ["text/plain", "application/json", "application/x-www-form-urlencoded"]) {
        assert.strictEqual((yield* sent({ ...own, "content-type": type })).status, 415)
      }
    })
  )

  it.effect("name the fields at fault, and the request", () =>
    Effect.gen(function* () {
      const { portal } = yield* portalUser()
      const problem = yield* Effect.flip(portal["keys.CreateKey"]({ name: "a", expiresAt: "tomorrow" }))
      assert(problem._tag === "PortalProblem")
      assert.strictEqual(problem.code, "invalid_parameter")
      assert.deepStrictEqual(
        problem.errors.map(({ path }) => path),
        ["expiresAt"]
      )
      assert.match(problem.requestId ?? "", /^req_/)
    })
  )
})
