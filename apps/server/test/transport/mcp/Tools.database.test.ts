/** Every tool, over both revisions and with both kinds of credentials, gives and costs what REST gives and costs. */
import { assert } from "@effect/vitest"
import type { AccountId } from "@heddle/api"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { AccessTokens } from "../../../src/accounts/oauth/AccessTokens.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { call, customer, ingest, ServedApi } from "../../support/ServedApi.ts"
import { TestServices } from "../../support/TestServices.ts"
import { clients, type ToolResult } from "./Clients.ts"
import { answeredPosts } from "../../support/AnsweredPosts.ts"
import { asToolAnswers, sameCalls } from "./SameCalls.ts"

/** Tokens that a test hands out. */
const tokens = new Map<string, AccountId>()

const TestTokens = Layer.succeed(AccessTokens, {
  identify: (token) =>
    Effect.gen(function* () {
      const accountId = tokens.get(token)
      if (accountId === undefined) return Option.none()
      return Option.some({ accountId, connectionId: yield* newId("con"), application: "Test Assistant" })
    })
})

const Served = ServedApi.layerNoDeps.pipe(Layer.provideMerge(TestTokens), Layer.provideMerge(TestServices))

const credentials = {
  key: Effect.map(customer({ plan: "standard" }), ({ id, key }) => ({ id, key, credential: key, source: "tests" })),
  sign_in: Effect.map(customer({ plan: "standard" }), ({ id, key }) => {
    const credential = `token-of-${id}`
    tokens.set(credential, id)
    return { id, key, credential, source: "account login (Test Assistant)" }
  })
}

/** Alike but for what is new with every call. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/"next_cursor":"[^"]+"/g, '"next_cursor":"cursor"')
      .replaceAll(/"(metrics_at)":[\d.]+/g, '"$1":0')
  )

const textOf = ({ content: [first] }: ToolResult): unknown => JSON.parse(first?.text ?? "")

const entriesOf = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ apiType: string; cost: number; source: string; parameters: unknown }>`
    SELECT api_type, cost::int, source, parameters FROM usage_entries
    WHERE account_id = ${accountId} ORDER BY id`
})

onAnyDatabaseWith("Tools", { services: Served, realClock: true }, (it) => {
  for (const [age, connect] of Object.entries(clients)) {
    for (const [kind, credentialed] of Object.entries(credentials)) {
      it.effect(`of the ${age} revision give with a ${kind} what REST gives`, () =>
        Effect.gen(function* () {
          yield* ingest(...answeredPosts)
          const { baseUrl } = yield* ServedApi
          const ledger = yield* Ledger
          const { id, key, credential, source } = yield* credentialed
          const client = yield* connect(baseUrl, credential)
          const { tools } = yield* client.list
          assert.sameMembers(
            tools.map(({ name }) => name),
            Object.keys(sameCalls)
          )
          let shown = 0
          const before = yield* ledger.available(id)
          for (const [name, { args, path }] of Object.entries(sameCalls)) {
            const rest = yield* call(path, { key })
            assert.strictEqual(rest.status, 200, rest.text)
            const left = yield* ledger.available(id)
            const result = yield* client.call(name, args)
            assert.isUndefined(result.isError, `${name}: ${JSON.stringify(result)}`)
            if (name !== "get_balance") {
              assert.deepStrictEqual(plain(result.structuredContent), plain(asToolAnswers(rest.json)), name)
            }
            assert.deepStrictEqual(textOf(result), result.structuredContent, name)
            const cost = Number(result.structuredContent?.["credits_consumed"])
            assert.strictEqual(left - (yield* ledger.available(id)), cost, name)
            shown += cost + Number(rest.headers.get("x-credits-consumed"))
          }
          assert.strictEqual(before - (yield* ledger.available(id)), shown)
          const entries = yield* entriesOf(id)
          const ofTools = entries.filter(({ apiType }) => apiType.startsWith("mcp:"))
          const ofRest = entries.filter(({ apiType }) => !apiType.startsWith("mcp:"))
          assert.lengthOf(ofTools, Object.keys(sameCalls).length)
          for (const entry of ofTools) {
            assert.strictEqual(entry.source, source)
            const same = ofRest.find(({ apiType }) => `mcp:${apiType}` === entry.apiType)
            assert.strictEqual(same?.cost, entry.cost, entry.apiType)
            assert.deepStrictEqual(same?.parameters, entry.parameters, entry.apiType)
          }
        }).pipe(Effect.scoped)
      )
    }
  }
})
