/** `/live/posts`: rows, what they cost (service.md, "Credits and charges"), and which source is asked. */
import { assert, layer } from "@effect/vitest"
import { livePosts } from "@heddle/api"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { SourceUnavailable } from "../../src/live/LiveSource.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import { origin, writePosts } from "../support/Posts.ts"
import { paid, rowsOf } from "../support/PricedCalls.ts"
import { forEvery } from "../support/Property.ts"
import { ScriptedSource } from "../support/ScriptedSource.ts"
import { ingest, ServedApi } from "../support/ServedApi.ts"
import { TestServices, testServicesWith } from "../support/TestServices.ts"

const first = new ScriptedSource("first")
const second = new ScriptedSource("second")
const services = testServicesWith(
  { HEDDLE_LIVE_TIMEOUT: "1 minute", HEDDLE_POST_URL: "https://net.example/{username}/{code}" },
  first.source,
  second.source
)

const fresh = Effect.sync(() => {
  first.forget()
  second.forget()
})
const time = Math.floor(Date.now() / 1_000) - 5_000

const reasons = (answer: Parameters<typeof rowsOf>[0]) =>
  rowsOf(answer).map((row) => (row["status"] === "ok" ? "ok" : row["reason"]))

onAnyDatabase("GET /live/posts", (_name, database) => {
  layer(ServedApi.layerNoDeps.pipe(Layer.provideMerge(services), Layer.provideMerge(database)), {
    excludeTestServices: true,
    timeout: "60 seconds"
  })((it) => {
    it.effect("a row is the detailed post as the network has it now, stored or not, of any age", () =>
      Effect.gen(function* () {
        yield* fresh
        yield* writePosts({ code: "old", username: "ann", post_timestamp: 86_400, like_count: 1 })
        first.tell(
          { code: "old", username: "ann", post_timestamp: 86_400, like_count: 9, impression_count: 40 },
          { code: "new", username: "bob", post_timestamp: time, reply_to: "old", media_url: ["https://m.example/1"] }
        )
        first.posts.set("told", {
          post: { type: "post", code: "told", caption: "咖啡店的拿鐵真的好喝", username: "cleo", post_timestamp: time },
          author: { type: "user", username: "cleo", full_name: "Cleo", follower_count: 7 }
        })
        yield* (yield* Ingestion).write(
          [
            {
              type: "user",
              username: "ann",
              full_name: "Ann",
              profile_picture: "https://p.example/a",
              follower_count: 3
            }
          ],
          origin
        )
        const answer = yield* paid("/live/posts?codes=old,new,told")
        assert.strictEqual(answer.entry?.["api_type"], "live_posts")
        const [old = {}, fresher = {}, told = {}] = rowsOf(answer)
        const { metrics_at, ...row } = old
        assert.isAbove(Number(metrics_at), time)
        assert.deepStrictEqual(row, {
          status: "ok",
          code: "old",
          url: "https://net.example/ann/old",
          caption: "this is a plain post",
          language: "en",
          is_reply: false,
          post_timestamp: 86_400,
          username: "ann",
          like_count: 9,
          reply_count: 0,
          repost_count: 0,
          reshare_count: 0,
          impression_count: 40,
          media_url: [],
          reply_to: null,
          // What the network did not say of the author is what is stored.
          user: { username: "ann", full_name: "Ann", profile_picture: "https://p.example/a", follower_count: 3 }
        })
        assert.deepStrictEqual(
          [fresher["is_reply"], fresher["reply_to"], fresher["media_url"], fresher["impression_count"]],
          [true, "old", ["https://m.example/1"], null]
        )
        assert.deepStrictEqual(told["user"], {
          username: "cleo",
          full_name: "Cleo",
          profile_picture: "",
          follower_count: 7
        })
        assert.strictEqual(told["language"], "zh-Hant")
      })
    )

    it.effect("the charge is the sum over the rows and never above the estimate", () =>
      Effect.gen(function* () {
        yield* fresh
        const views = fc.constantFrom(null, 0, 1, 10 ** 9)
        yield* forEvery(
          fc.record({
            known: fc.dictionary(fc.stringMatching(/^[a-e]$/), views, { noNullPrototype: true }),
            asked: fc.array(fc.stringMatching(/^[a-e]$/), { minLength: 1, maxLength: 50 })
          }),
          runs(20),
          ({ known, asked }) =>
            Effect.gen(function* () {
              yield* fresh
              first.tell(
                ...Object.entries(known).map(([code, impression_count]) => ({
                  code: `p-${code}`,
                  post_timestamp: time,
                  impression_count
                }))
              )
              const { cost } = yield* paid(`/live/posts?codes=${asked.map((code) => `p-${code}`).join(",")}`)
              const price = (code: string) => (!(code in known) ? 0 : known[code] === null ? 1 : 3)
              assert.strictEqual(
                cost,
                asked.reduce((sum, code) => sum + price(code), 0)
              )
              assert.isAtMost(cost, livePosts.price.estimate({ query: { codes: asked } }))
            })
        )
      })
    )

    it.effect("a stored post is asked of its own source, any other of all; of two that know it the first counts", () =>
      Effect.gen(function* () {
        yield* fresh
        const write = Effect.fnUntraced(function* (code: string, source: string) {
          const post = { type: "post", code, caption: "a plain post", username: "ann", post_timestamp: time } as const
          yield* (yield* Ingestion).write([post], { ...origin, source })
        })
        yield* write("mine", "second")
        yield* write("removed", "gone-source")
        first.tell({ code: "mine", post_timestamp: time, like_count: 1 }, { code: "ours", post_timestamp: time })
        second.tell(
          { code: "mine", post_timestamp: time, like_count: 2 },
          { code: "ours", post_timestamp: time, like_count: 5 },
          { code: "theirs", post_timestamp: time }
        )
        const answer = yield* paid("/live/posts?codes=mine,ours,theirs,removed")
        assert.deepStrictEqual(
          rowsOf(answer).map((row) => row["like_count"]),
          [2, 0, 0, undefined]
        )
        assert.deepStrictEqual(first.asked, ["posts ours,theirs,removed"])
        assert.deepStrictEqual(second.asked, ["posts mine,ours,theirs,removed"])
      })
    )

    it.effect("a source that is down fails only what no other has; deleted posts are not read", () =>
      Effect.gen(function* () {
        yield* fresh
        first.before = Effect.fail(new SourceUnavailable({ cause: "refused" }))
        second.tell({ code: "up", post_timestamp: time }, { code: "erased", post_timestamp: time })
        yield* ingest({ type: "delete", code: "erased" })
        const answer = yield* paid("/live/posts?codes=up,lost,erased")
        assert.deepStrictEqual(reasons(answer), ["ok", "unavailable", "not_found"])
        assert.strictEqual(answer.cost, 1)
        assert.isTrue([...first.asked, ...second.asked].every((asked) => asked === "posts up,lost"))
      })
    )
  })

  layer(ServedApi.layerNoDeps.pipe(Layer.provideMerge(TestServices), Layer.provideMerge(database)), {
    excludeTestServices: true,
    timeout: "60 seconds"
  })((it) => {
    it.effect("without a source that can be read live every row says so, free", () =>
      Effect.gen(function* () {
        yield* writePosts({ code: "stored", post_timestamp: time })
        for (const path of ["/live/posts?codes=stored,other", "/live/users?usernames=ann,bob"]) {
          const answer = yield* paid(path)
          assert.deepStrictEqual([answer.status, answer.cost], [200, 0])
          assert.deepStrictEqual(reasons(answer), ["unsupported", "unsupported"])
        }
      })
    )
  })
})
