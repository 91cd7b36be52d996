/** Answers that are too long for one call of a tool: in parts every row once, for the price of REST. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { tokensOf } from "../../../src/transport/mcp/CallTool.ts"
import { rowsOf } from "../../support/PricedCalls.ts"
import { call, customer, ingest, ServedApi } from "../../support/ServedApi.ts"
import { clients } from "./Clients.ts"

const now = Math.floor(Date.now() / 1_000)

const longPosts = Array.from({ length: 60 }, (_, index) => ({
  type: "post",
  code: `long${index}`,
  caption: `台積電${"股價又創新高了".repeat(130)}${index}`,
  username: `author${index}`,
  post_timestamp: now - 60 * index,
  like_count: index
}))

const Part = Schema.Struct({
  data: Schema.Array(Schema.Record(Schema.String, Schema.Unknown)),
  credits_consumed: Schema.Int,
  next_cursor: Schema.optionalKey(Schema.NullOr(Schema.String)),
  notices: Schema.optionalKey(Schema.Array(Schema.String))
})

const cases = {
  search_posts: { args: { keywords: ["台積電"], limit: 100 }, path: "/post/search?keywords=台積電&limit=100" },
  get_hot_posts: { args: { size: 60 }, path: "/post/hot?size=60" },
  semantic_search_posts: {
    args: { topic: "台積電的股價", limit: 60 },
    path: "/post/semantic-search?topic=台積電的股價&limit=60"
  },
  get_cool_replies: { args: { size: 31 }, path: "/leaderboard/cool-replies?size=31" }
}

onAnyDatabaseWith("Parts of answers of tools", { services: ServedApi.layer, realClock: true }, (it) => {
  for (const [age, connect] of Object.entries(clients)) {
    it.effect(`give every row once and cost what REST costs (${age})`, () =>
      Effect.gen(function* () {
        yield* ingest(...longPosts)
        const { id, key } = yield* customer({ plan: "standard" })
        const client = yield* connect((yield* ServedApi).baseUrl, key)
        yield* client.list
        const ledger = yield* Ledger
        for (const [name, { args, path }] of Object.entries(cases)) {
          const rest = yield* call(path, { key })
          const before = yield* ledger.available(id)
          const parts: Array<typeof Part.Type> = []
          let cursor: string | null | undefined
          do {
            const result = yield* client.call(name, cursor === undefined ? args : { ...args, cursor })
            assert.isUndefined(result.isError, JSON.stringify(result.content))
            const part = Schema.decodeUnknownSync(Part)(result.structuredContent)
            const text = result.content.map(({ text }) => text).join()
            assert.isAtMost(tokensOf(text), 20_000, name)
            cursor = part.next_cursor ?? null
            if (cursor !== null) {
              const following = rowsOf(rest).length - parts.flatMap(({ data }) => data).length - part.data.length
              const notice = part.notices?.at(-1) ?? ""
              assert.include(notice, `${following} more rows follow these ${part.data.length}`)
              assert.include(notice, `call ${name} within an hour with the same arguments and \`cursor\` "${cursor}"`)
            }
            parts.push(part)
          } while (cursor !== null)
          assert.strictEqual(parts.length > 1, rowsOf(rest).length > 30, name)
          assert.deepStrictEqual(
            parts.flatMap(({ data }) => data.map(({ code }) => code)),
            rowsOf(rest).map(({ code }) => code),
            name
          )
          const shown = parts.reduce((sum, part) => sum + part.credits_consumed, 0)
          assert.strictEqual(shown, rest.json["credits_consumed"], name)
          assert.strictEqual(before - (yield* ledger.available(id)), shown, name)
        }
      }).pipe(Effect.scoped)
    )
  }
})
