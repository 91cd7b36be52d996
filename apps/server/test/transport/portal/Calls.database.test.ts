/** Calls of the portal: who may make them, and how they fail. */
import { assert } from "@effect/vitest"
import { usualRuleLanguages } from "@heddle/api"
import { portalRpcPath } from "@heddle/api/portal"
import { Effect, Layer, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { PageAccess } from "../../../src/transport/pages/PageAccess.ts"
import { browser } from "../../support/PageVisits.ts"
import { portalOf, portalUser } from "../../support/PortalVisits.ts"
import { call, ServedApi } from "../../support/ServedApi.ts"

const messages = (count: number) =>
  Array.from(
    { length: count },
    (_, id) => `${JSON.stringify({ _tag: "Request", id: String(id), tag: "account.Me", payload: null, headers: [] })}\n`
  ).join("")

const sent = (headers: Readonly<Record<string, string>>, body = messages(1)) =>
  call(portalRpcPath, {
    method: "POST",
    body,
    headers: { "content-type": "application/x-ndjson", ...headers }
  })

/** Names of the server's spans. */
const spans: Array<string> = []
const Recorded = Layer.succeed(
  Tracer.Tracer,
  Tracer.make({
    span: (options) => {
      spans.push(options.name)
      return new Tracer.NativeSpan(options)
    }
  })
)
const services = ServedApi.layer.pipe(Layer.provide(Recorded))

onAnyDatabaseWith("Calls of the portal", { services }, (it) => {
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

  it.effect("of one request are few, look at the session once, and count before any of them runs", () =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const { visitor, accountId } = yield* portalUser()
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const own = { cookie, origin: baseUrl }
      spans.length = 0
      assert.lengthOf((yield* sent(own, messages(4))).text.match(new RegExp(accountId, "g")) ?? [], 4)
      assert.lengthOf(
        spans.filter((name) => name === "Sessions.find"),
        1
      )
      for (const before of ["", "\n".repeat(20), "\r\n".repeat(20)]) {
        assert.strictEqual((yield* sent(own, before + messages(5))).status, 413)
      }
      for (const body of [
        "null\n",
        "  \n",
        "7\n",
        `[${messages(1).trim()}]\n`,
        "{}\n",
        "{\n",
        `${messages(1)}null\n`
      ]) {
        assert.deepInclude((yield* sent(own, body)).json, {
          status: 400,
          detail: "Send each message of the protocol as a JSON object on a line of its own."
        })
      }
      yield* (yield* PageAccess).find(new Headers({ cookie }), 600 - 4 - 1)
      const { text } = yield* sent(own, messages(2))
      assert.lengthOf(text.match(/send too many requests/g) ?? [], 2)
      assert.notInclude(text, accountId)
      yield* TestClock.adjust("1 second")
      assert.include((yield* sent(own)).text, accountId)
      spans.length = 0
      assert.lengthOf((yield* sent({ origin: baseUrl }, messages(4))).text.match(/SessionEnded/g) ?? [], 4)
      assert.notInclude(spans, "sql.execute")
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
