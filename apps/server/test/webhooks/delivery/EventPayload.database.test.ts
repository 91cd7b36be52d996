/** "Webhook event payload" of the description, field by field. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { customerServer } from "../../support/CustomerServer.ts"
import { origin } from "../../support/Posts.ts"
import { customer, ServedApi } from "../../support/ServedApi.ts"
import { start } from "../../support/StoredAtNoon.ts"
import { eventOf, events, keywordRule, manage, onlyRules, storeMatching } from "../../support/WebhookCalls.ts"

const given = {
  code: "C-9_x",
  url: "https://social.example/1",
  caption: "台積電 😀 \u2028\n第二行",
  is_reply: true,
  like_count: 77,
  reply_count: 7,
  repost_count: 6,
  reshare_count: 5,
  impression_count: 4,
  post_timestamp: start - 60,
  media_url: ["https://media.example/1", "https://media.example/2"]
}
const profile = { username: "amy", full_name: "Amy 陳", profile_picture: "https://images.example/amy.jpg" }

/** The key of a new customer, at noon. */
const newCustomer = Effect.andThen(
  TestClock.setTime(start * 1_000),
  Effect.map(customer({ plan: "standard", credits: 100_000 }), ({ key }) => key)
)

onAnyDatabase("The payload of an event", (_name, database) => {
  const served = ServedApi.layer.pipe(
    Layer.provideMerge(database),
    Layer.provide(Layer.effectDiscard(TestClock.setTime(start * 1_000)))
  )
  layer(served, { timeout: "60 seconds" })((it) => {
    it.effect("has what ingest gave of the post and its author", () =>
      Effect.gen(function* () {
        const key = yield* newCustomer
        yield* onlyRules(key, [keywordRule])
        yield* (yield* Ingestion).write([{ type: "user", ...profile }], origin)
        yield* storeMatching({ ...given, username: "amy" })
        const [event] = yield* events
        assert.deepStrictEqual(event?.post, given)
        assert.deepInclude(event?.user, profile)
      })
    )

    it.effect("has the defaults of what ingest did not give", () =>
      Effect.gen(function* () {
        const key = yield* newCustomer
        yield* onlyRules(key, [keywordRule])
        yield* storeMatching({ code: "p" })
        assert.deepInclude((yield* events)[0]?.post, {
          url: "https://posts.example/ann/p",
          is_reply: false,
          like_count: 10,
          reply_count: 0,
          repost_count: 0,
          reshare_count: 0,
          impression_count: null,
          post_timestamp: start,
          media_url: []
        })
      })
    )

    it.effect("names the rule; that of a test event is `test`", () =>
      Effect.gen(function* () {
        const key = yield* newCustomer
        const server = yield* customerServer((response) => response.writeHead(204).end())
        const trendingRule = { likeCount: 500, lookbackHours: 1 }
        const [keyword, trending] = yield* onlyRules(key, [keywordRule, trendingRule], server.url)
        yield* storeMatching({ code: "p", like_count: 500 })
        assert.sameDeepMembers(
          (yield* events).map(({ rule }) => rule),
          [
            { id: keyword.id, type: "keyword", keyword: "台積電" },
            { id: trending.id, type: "trending", keyword: null }
          ]
        )
        assert.match(keyword.id, /^rule_/)
        const [{ id }] = yield* manage("GET", "/webhook/endpoints", key)
        yield* manage("POST", `/webhook/endpoints/${id}/test`, key)
        assert.deepStrictEqual(eventOf(server.requests[0]).rule, { id: "test", type: "test", keyword: null })
      }).pipe(Effect.scoped)
    )
  })
})
