/** `/user`: the same as a naive look, in the order asked, and what it costs. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { AuthorProfiles } from "../../../src/queries/authors/AuthorProfiles.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { meantBy, type NetworkPost, networkAt, ordered, storeNetwork, usernames } from "../../support/Network.ts"
import { origin } from "../../support/Posts.ts"
import { forEvery } from "../../support/Property.ts"
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

onAnyDatabaseWith("Users", { services: TestServices }, (it) => {
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
            const { rows } = yield* users.of(asked)
            const expected = asked.map((username) => {
              const author = meantBy(username, [...Object.keys(profiles), ...posts.map((post) => post.username)])
              if (author === undefined) return { status: "not_found", username }
              const told = profiles[author]
              return {
                status: "ok",
                username: author,
                full_name: told?.full_name ?? "",
                profile_picture: told?.profile_picture ?? "",
                biography: told?.biography ?? "",
                follower_count: told?.follower_count ?? null,
                following_count: told?.following_count ?? null,
                post_count: told?.post_count ?? null,
                language: naiveLanguage(posts, author),
                source: "stored"
              }
            })
            assert.deepStrictEqual<ReadonlyArray<object>>(rows, expected)
          })
        )
      }),
    120_000
  )
})
