/** Editing an endpoint in the portal: what stays, where waiting events go, and what is refused. */
import { assert } from "@effect/vitest"
import { type EndpointChange, EndpointId } from "@heddle/api"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { runRound, storeMatching } from "../../support/WebhookCalls.ts"
import { claimAll, recordAnswer, sendAll } from "../../support/Webhooks.ts"

const url = "https://example.com/old"

onAnyDatabaseWith("An endpoint that is edited in the portal", { services: ServedApi.layer }, (it) => {
  it.effect("keeps its secret, its rules and what they sent; waiting events go to the new address at once", () =>
    Effect.gen(function* () {
      const { portal, email, accountId } = yield* portalUser({ plan: "standard", credits: 10_000 })
      const endpoint = yield* portal["webhooks.CreateEndpoint"]({ url })
      assert.deepInclude(endpoint, { name: null, standardWebhooks: false, dailyCreditCap: null })
      const { rule } = yield* portal["webhooks.CreateRule"]({
        endpointId: endpoint.id,
        rule: { keyword: "台積電", likeCount: 10 }
      })
      yield* storeMatching({ code: "sent" })
      yield* runRound
      yield* sendAll(200)
      yield* storeMatching(...Array.from({ length: 12 }, (_, index) => ({ code: `w${index}` })))
      yield* runRound
      yield* sendAll(null)
      const [failing] = yield* (yield* Endpoints).list(accountId)
      assert.deepInclude(failing?.health, { state: "delayed", lastError: "Connection refused" })

      const change: EndpointChange = {
        url: "https://example.com/new",
        name: "production",
        standardWebhooks: true,
        dailyCreditCap: 40
      }
      const edited = yield* portal["webhooks.UpdateEndpoint"]({ endpointId: endpoint.id, ...change })
      assert.deepInclude(edited, { ...change, id: endpoint.id, secret: endpoint.secret, rules: [rule] })
      assert.deepStrictEqual(edited.health, { state: "healthy", failingSince: null, lastError: null })
      const [first] = yield* claimAll
      assert(first !== undefined, "what was never tried is due now")
      assert.deepInclude(first, { url: change.url, standardWebhooks: true })
      yield* recordAnswer(first, 200)
      assert.notInclude(
        (yield* sendAll(200)).map(({ body }) => body).join(),
        '"sent"',
        "what was sent is not sent again"
      )
      const [entry] = (yield* portal["account.ListAudit"]({})).entries
      assert.deepInclude(entry, { action: "endpoint.updated", actor: email, target: endpoint.id })
      assert.deepStrictEqual(entry?.details["before"], {
        url,
        name: null,
        standardWebhooks: false,
        dailyCreditCap: null
      })
    })
  )

  it.effect("is refused an address that another one has or that cannot be used, and is left as it was", () =>
    Effect.gen(function* () {
      const { portal } = yield* portalUser({ plan: "standard" })
      const endpoint = yield* portal["webhooks.CreateEndpoint"]({ url, name: "first" })
      const other = yield* portal["webhooks.CreateEndpoint"]({ url: "https://example.com/other" })
      const codeOf = (endpointId: EndpointId, change: string) =>
        Effect.map(
          Effect.flip(portal["webhooks.UpdateEndpoint"]({ ...endpoint, endpointId, url: change })),
          (error) => error._tag === "PortalProblem" && error.code
        )
      assert.strictEqual(yield* codeOf(endpoint.id, other.url), "conflict")
      assert.strictEqual(yield* codeOf(endpoint.id, "https://10.0.0.1/hooks"), "invalid_parameter")
      assert.strictEqual(yield* codeOf(EndpointId.make("ep_of_nobody"), "https://example.com/third"), "not_found")
      const { endpoints } = yield* portal["webhooks.ListEndpoints"]()
      assert.deepStrictEqual(
        endpoints.map((one) => [one.url, one.name]),
        [
          [url, "first"],
          [other.url, null]
        ]
      )
    })
  )
})
