/** Every tool over both revisions gives what REST gives the same account, and is metered like it. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { onEveryDatabase } from "../../../../../test/support/Databases.ts"
import { customer, ServedApi } from "../../support/ServedApi.ts"
import { clients } from "./Clients.ts"

onEveryDatabase("Tools", (_name, database) => {
  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      for (const [age, connect] of Object.entries(clients)) {
        it.effect(`the ${age} client lists and calls`, () =>
          Effect.gen(function* () {
            const { baseUrl } = yield* ServedApi
            const { key } = yield* customer({ plan: "standard", credits: 100 })
            const client = yield* connect(baseUrl, key)
            const { tools } = yield* client.list
            assert.strictEqual(tools.length, 16)
            const { structuredContent } = yield* client.call("get_balance")
            assert.strictEqual(structuredContent?.["credits_consumed"], 0)
            assert.isTrue((yield* client.call("search_posts", { keywords: ["a"], langage: "en" })).isError)
          })
        )
      }
    }
  )
})
