/** A tool says what REST says beside the rows: which languages would have matched. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { call, customer, ingest, ServedApi } from "../../support/ServedApi.ts"
import { clients } from "./Clients.ts"

const Answer = Schema.Struct({ notices: Schema.Array(Schema.String), credits_consumed: Schema.Int })

onAnyDatabase("Notices of tools", (_name, database) => {
  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      for (const [age, connect] of Object.entries(clients)) {
        it.effect(`are those of REST (${age})`, () =>
          Effect.gen(function* () {
            const { key } = yield* customer({ plan: "standard" })
            yield* ingest({
              type: "post",
              code: "nougat",
              caption: "I really like this nougat and the coffee at the place",
              username: "amy",
              post_timestamp: Math.floor(Date.now() / 1_000) - 60
            })
            const client = yield* connect((yield* ServedApi).baseUrl, key)
            yield* client.list
            const rest = yield* call("/post/search?keywords=nougat", { key })
            const result = yield* client.call("search_posts", { keywords: ["nougat"] })
            const { notices, credits_consumed } = Schema.decodeUnknownSync(Answer)(result.structuredContent)
            assert.deepStrictEqual(notices, rest.json["notices"])
            assert.include(notices[0], "language=en")
            assert.strictEqual(credits_consumed, 0)
            const found = yield* client.call("search_posts", { keywords: ["nougat"], language: "en" })
            assert.deepStrictEqual(Schema.decodeUnknownSync(Answer)(found.structuredContent).notices, [])
          })
        )
      }
    }
  )
})
