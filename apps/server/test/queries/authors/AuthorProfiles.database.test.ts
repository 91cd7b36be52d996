/** `/user`: the same as a naive look, in the order asked, and what it costs. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { AuthorProfiles } from "../../../src/queries/authors/AuthorProfiles.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { type NetworkPost, networkAt, ordered, storeNetwork, usernames } from "../../support/Network.ts"
import { origin, writePosts } from "../../support/Posts.ts"
import { blamed, paid, refusedBelow, rowsOf } from "../../support/PricedCalls.ts"
import { forEvery } from "../../support/Property.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
const start = 100 * day

const profile = fc.record(
  {
    full_name: fc.constantFrom("", "Ann B", "名前"),
    biography: fc.constantFrom("", "about\nme"),
    profile_picture: fc.constant("https://pictures.example/1"),
    follower_count: fc.option(fc.nat()),
    following_count: fc.option(fc.nat()),
    post_count: fc.option(fc.nat())
  },
  { requiredKeys: [] }
)

const scenario = fc.record({
  posts: networkAt(start),
  profiles: fc.dictionary(fc.constantFrom(...usernames, "silent"), profile, { noNullPrototype: true }),
  asked: fc.array(fc.constantFrom(...usernames, "silent", "nobody"), { minLength: 1, maxLength: 10 })
})

const naiveLanguage = (posts: ReadonlyArray<NetworkPost>, username: string) => {
  const recent = posts.filter((post) => post.username === username && post.post_timestamp >= start - 30 * day)
  const of = (language: string) => recent.filter((post) => post.language === language)
  const languages = [...new Set(recent.map(({ language }) => language))]
  return (
    ordered(
      languages,
      (language) => -of(language).length,
      (language) => -Math.max(...of(language).map((post) => post.post_timestamp)),
      (language) => language
    )[0] ?? null
  )
}

onAnyDatabase("Users", (_name, database) => {
  layer(TestServices.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
    it.effect(
      "are those of a naive look, in the order asked",
      () =>
        Effect.gen(function* () {
          yield* TestClock.setTime(start * 1_000)
          const users = yield* AuthorProfiles
          const ingestion = yield* Ingestion
          yield* forEvery(scenario, runs(60), ({ posts, profiles, asked }) =>
            Effect.gen(function* () {
              yield* storeNetwork(posts)
              yield* ingestion.write(
                Object.entries(profiles).map(([username, fields]) => ({ type: "user", username, ...fields })),
                origin
              )
              const { data } = yield* users.of(asked)
              const expected = asked.map((username) => {
                const told = profiles[username]
                if (told === undefined && posts.every((post) => post.username !== username)) {
                  return { status: "not_found", username }
                }
                return {
                  status: "ok",
                  username,
                  full_name: told?.full_name ?? "",
                  profile_picture: told?.profile_picture ?? "",
                  biography: told?.biography ?? "",
                  follower_count: told?.follower_count ?? null,
                  following_count: told?.following_count ?? null,
                  post_count: told?.post_count ?? null,
                  language: naiveLanguage(posts, username),
                  source: "stored"
                }
              })
              assert.deepStrictEqual<ReadonlyArray<object>>(data, expected)
            })
          )
        }),
      120_000
    )
  })

  layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { excludeTestServices: true, timeout: "60 seconds" })(
    (it) => {
      const write = Effect.fnUntraced(function* (...names: ReadonlyArray<string>) {
        yield* (yield* Ingestion).write(
          names.map((username) => ({ type: "user", username })),
          origin
        )
      })

      it.effect("empty store: rows with not_found, free", () =>
        Effect.gen(function* () {
          const answer = yield* paid("/user?usernames=nobody,nobody,%40else")
          assert.deepStrictEqual([answer.status, answer.cost], [200, 0])
          assert.deepStrictEqual(rowsOf(answer), [
            { status: "not_found", username: "nobody" },
            { status: "not_found", username: "nobody" },
            { status: "not_found", username: "@else" }
          ])
          assert.strictEqual(answer.entry?.["api_type"], "user")
        })
      )

      it.effect("3 per account found; unknown ones are free, duplicates count, order as asked", () =>
        Effect.gen(function* () {
          yield* write("ann", "bob")
          yield* writePosts({ code: "c1", username: "cleo", post_timestamp: 5 })
          for (const [names, cost, found] of [
            ["ann", 3, ["ann"]],
            ["bob, ann", 6, ["bob", "ann"]],
            ["ann,nobody,bob,ann", 9, ["ann", "bob", "ann"]],
            ["cleo", 3, ["cleo"]],
            ["Ann", 0, []]
          ] as const) {
            const answer = yield* paid(`/user?usernames=${encodeURIComponent(names)}`)
            const ok = rowsOf(answer).filter((row) => row["status"] === "ok")
            assert.deepStrictEqual(
              ok.map((row) => row["username"]),
              [...found]
            )
            assert.strictEqual(answer.cost, cost)
            assert.lengthOf(rowsOf(answer), names.split(",").length)
          }
        })
      )

      it.effect("1 to 50 names of at most 256 characters; one over is a 400", () =>
        Effect.gen(function* () {
          yield* write("many")
          const repeated = (count: number) => Array.from({ length: count }, () => "many").join(",")
          assert.strictEqual((yield* paid(`/user?usernames=${repeated(50)}`)).cost, 150)
          assert.strictEqual((yield* paid(`/user?usernames=${"x".repeat(256)}`)).status, 200)
          for (const names of [repeated(51), "", "a,,b", ",", "x".repeat(257), "a%00"]) {
            const [first = "", ...others] = yield* blamed(`/user?usernames=${names}`)
            assert.match(first, /^usernames/)
            assert.isTrue(others.every((other) => other.startsWith("usernames")))
          }
          assert.deepStrictEqual(yield* blamed("/user"), ["usernames"])
          assert.deepStrictEqual(yield* blamed("/user?usernames=a&username=b"), ["username"])
        })
      )

      it.effect("refused below the estimate, which counts every name; there is no limit to lower", () =>
        Effect.gen(function* () {
          yield* refusedBelow("/user?usernames=nobody,ann,ann", 9, null)
        })
      )
    }
  )
})
