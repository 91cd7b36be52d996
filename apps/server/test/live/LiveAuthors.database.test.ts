/** `/live/users`, and `/user` where too little is stored: rows, what they cost, and what a network that is down changes. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { runs } from "../../../../test/support/Runs.ts"
import { SourceRateLimited, SourceUnavailable } from "../../src/live/LiveSource.ts"
import { type AuthorChange, authorIdOf } from "../../src/store/Change.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import { forgetAll } from "../support/StoredState.ts"
import { origin, writePosts } from "../support/Posts.ts"
import { paid, rowsOf } from "../support/PricedCalls.ts"
import { forEvery } from "../support/Property.ts"
import { ScriptedSource } from "../support/ScriptedSource.ts"
import { ServedApi } from "../support/ServedApi.ts"
import { testServicesWith } from "../support/TestServices.ts"

const source = new ScriptedSource("network")
const services = testServicesWith({ HEDDLE_LIVE_TIMEOUT: "1 minute" }, source.source)

const account = (username: string, fields: Partial<AuthorChange> = {}): AuthorChange => ({
  type: "user",
  username,
  full_name: `${username} of the network`,
  profile_picture: `https://p.example/${username}`,
  biography: "about me",
  follower_count: 100,
  following_count: 20,
  post_count: 30,
  ...fields
})

const know = (...accounts: ReadonlyArray<AuthorChange>) => {
  for (const one of accounts) source.users.set(authorIdOf(one), one)
}

const store = Effect.fnUntraced(function* (...accounts: ReadonlyArray<AuthorChange>) {
  yield* (yield* Ingestion).write(accounts, origin)
})

const fresh = Effect.andThen(
  Effect.sync(() => source.forget()),
  forgetAll
)
const recently = Math.floor(Date.now() / 1_000) - 1_000

onAnyDatabase("Live accounts", (_name, database) => {
  layer(ServedApi.layerNoDeps.pipe(Layer.provideMerge(services), Layer.provideMerge(database)), {
    excludeTestServices: true,
    timeout: "60 seconds"
  })((it) => {
    it.effect("say that authors are named without @, once for each name that is not found", () =>
      Effect.gen(function* () {
        yield* fresh
        know(account("ann"), account("@bob"))
        for (const path of ["/live/users", "/user"]) {
          const { json } = yield* paid(`${path}?usernames=@ann,@ann,@bob,nobody`)
          assert.deepStrictEqual(
            json["notices"],
            ["No author is called `@ann`: authors are named without `@`, so try `ann`."],
            path
          )
          assert.deepStrictEqual((yield* paid(`${path}?usernames=ann,nobody`)).json["notices"], [])
        }
        const { json } = yield* paid("/user/@ann/top-threads")
        assert.include(json["detail"], "so try `ann`")
      })
    )

    it.effect("GET /live/users: a row is the account now; what the network does not say is what is stored", () =>
      Effect.gen(function* () {
        yield* fresh
        yield* store(account("ann", { follower_count: 5, biography: "stored" }))
        yield* writePosts({ code: "hers", username: "ann", post_timestamp: recently })
        know({ type: "user", username: "ann", follower_count: 6, post_count: null })
        assert.deepStrictEqual(rowsOf(yield* paid("/live/users?usernames=ann")), [
          {
            status: "ok",
            username: "ann",
            full_name: "ann of the network",
            profile_picture: "https://p.example/ann",
            biography: "stored",
            follower_count: 6,
            following_count: 20,
            post_count: 30,
            language: "en",
            source: "live"
          }
        ])
      })
    )

    it.effect(
      "GET /user: complete ones are as stored and asked of nobody, others are read live; 3 per account found",
      () =>
        Effect.gen(function* () {
          yield* fresh
          know(...["whole", "nameless", "countless", "writer", "new"].map((name) => account(name)))
          yield* store(
            account("whole", { follower_count: 1, biography: "", profile_picture: "" }),
            account("nameless", { full_name: "", follower_count: 1 }),
            account("countless", { following_count: null, follower_count: 1 }),
            account("gone", { post_count: null, follower_count: 1 })
          )
          yield* writePosts({ code: "w", username: "writer", post_timestamp: recently })
          const answer = yield* paid("/user?usernames=whole,nameless,new,countless,writer,gone,nobody,new")
          assert.deepStrictEqual(
            rowsOf(answer).map((row) => [row["status"], row["source"], row["follower_count"]]),
            [
              ["ok", "stored", 1],
              ["ok", "live", 100],
              ["ok", "live", 100],
              ["ok", "live", 100],
              ["ok", "live", 100],
              ["ok", "stored", 1],
              ["not_found", undefined, undefined],
              ["ok", "live", 100]
            ]
          )
          assert.strictEqual(answer.cost, 7 * 3)
          assert.deepStrictEqual(source.asked, ["users nameless,new,countless,writer,gone,nobody"])
          yield* paid("/user?usernames=whole")
          assert.lengthOf(source.asked, 1)
        })
    )

    it.effect("GET /user: whatever the network does, an account that is stored is answered", () =>
      Effect.gen(function* () {
        const stored = fc.option(fc.record({ follower_count: fc.option(fc.nat()) }))
        const failing = fc.constantFrom(
          Effect.fail(new SourceUnavailable({ cause: "refused" })),
          Effect.fail(new SourceRateLimited({ retryAfterMillis: null })),
          Effect.die("a bug of the source")
        )
        yield* forEvery(fc.record({ ann: stored, bob: stored, failing }), runs(10), ({ failing, ...accounts }) =>
          Effect.gen(function* () {
            yield* fresh
            source.before = failing
            for (const [name, fields] of Object.entries(accounts)) {
              if (fields !== null) yield* store({ type: "user", username: name, ...fields })
            }
            const answer = yield* paid("/user?usernames=ann,bob")
            const known = [accounts.ann, accounts.bob].map((fields) => fields !== null)
            assert.deepStrictEqual(
              rowsOf(answer).map((row) => row["source"] === "stored" && row["status"] === "ok"),
              known
            )
            assert.strictEqual(answer.cost, 3 * known.filter(Boolean).length)
          })
        )
      })
    )
  })
})
