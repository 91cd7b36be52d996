/** Which author a name means, as customers see it: who has it now, in any case, and what is said when it changed hands. */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { AuthorProfiles } from "../../../src/queries/authors/AuthorProfiles.ts"
import { TopThreads } from "../../../src/queries/authors/TopThreads.ts"
import { Search } from "../../../src/queries/search/Search.ts"
import { AuthorNames } from "../../../src/store/authors/AuthorNames.ts"
import { NetworkChecks } from "../../../src/store/checks/NetworkChecks.ts"
import { writePosts } from "../../support/Posts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const day = 86_400
const start = 300 * day

/** A post of a day, under the name that its author had then. */
const post = (code: string, author_id: string | null, username: string | null, days: number) => ({
  code,
  author_id,
  username,
  post_timestamp: start + days * day,
  observed_at: start + days * day
})

/** Bob takes the name that Dora had. */
const handedOver = Effect.gen(function* () {
  yield* forgetAll
  yield* TestClock.setTime((start + 9 * day) * 1_000)
  yield* writePosts(
    post("d1", "id-dora", "Dora.example", 1),
    post("b1", "id-bob", "bob.example", 1),
    post("c1", null, "carol", 1),
    post("b2", "id-bob", "Dora.example", 3)
  )
})

const threadsOf = Effect.fnUntraced(function* (name: string) {
  const answered = yield* Effect.result((yield* TopThreads).of(name, {}))
  return Result.isSuccess(answered)
    ? { codes: answered.success.data.map(({ code }) => code).toSorted(), notices: answered.success.notices }
    : answered.failure.detail
})

onAnyDatabaseWith("Names of authors", { services: TestServices }, (it) => {
  it.effect("mean the author who has them now, and a notice says since when", () =>
    Effect.gen(function* () {
      yield* handedOver
      const notices = [
        "Another author was called `Dora.example` before. These results are of the one who has had the name since 1970-10-31."
      ]
      assert.deepStrictEqual(yield* threadsOf("Dora.example"), { codes: ["b1", "b2"], notices })
      assert.deepStrictEqual(yield* threadsOf("dora.EXAMPLE"), { codes: ["b1", "b2"], notices })
      assert.deepStrictEqual(yield* threadsOf("id-dora"), { codes: ["d1"], notices: [] })
      assert.deepStrictEqual(yield* threadsOf("carol"), { codes: ["c1"], notices: [] })
      assert.deepStrictEqual(yield* (yield* NetworkChecks).claim("test", "author", 9), ["id-dora"])
    })
  )

  it.effect("that nobody has any more lead to what their author is called now", () =>
    Effect.gen(function* () {
      yield* handedOver
      assert.strictEqual(
        yield* threadsOf("BOB.example"),
        "No author is called `bob.example` now. The one who was called that is now `Dora.example`."
      )
      assert.strictEqual(yield* threadsOf("nobody"), "No author nobody is known.")
      const { rows } = yield* (yield* AuthorProfiles).of(["bob.example", "DORA.example", "id-dora"])
      assert.deepStrictEqual(
        rows.map(({ status, username }) => [status, username]),
        [
          ["not_found", "bob.example"],
          ["ok", "Dora.example"],
          ["ok", "id-dora"]
        ]
      )
    })
  )

  it.effect("filter a search by the author, under all names", () =>
    Effect.gen(function* () {
      yield* handedOver
      const found = yield* yield* (yield* Search).prepare({
        keywords: ["plain"],
        language: "en",
        username: "dora.example",
        since: start
      })
      assert.deepStrictEqual(
        found.data.map(({ code, username }) => [code, username]),
        [
          ["b2", "Dora.example"],
          ["b1", "Dora.example"]
        ]
      )
      assert.lengthOf(found.notices ?? [], 1)
    })
  )

  it.effect("differ only in case: an exact one is meant, and no other if there are several", () =>
    Effect.gen(function* () {
      yield* forgetAll
      yield* TestClock.setTime((start + 9 * day) * 1_000)
      yield* writePosts(post("a1", null, "ann", 1), post("a2", null, "Ann", 1))
      assert.deepStrictEqual(yield* threadsOf("Ann"), { codes: ["a2"], notices: [] })
      assert.strictEqual(yield* threadsOf("ANN"), "No author ANN is known.")
    })
  )

  it.effect("are forgotten with the posts of their time", () =>
    Effect.gen(function* () {
      yield* handedOver
      yield* TestClock.setTime((start + 94 * day) * 1_000)
      yield* writePosts(post("b3", "id-bob", "Dora.example", 94))
      yield* (yield* AuthorNames).forgetOld
      assert.deepStrictEqual((yield* (yield* AuthorProfiles).of(["bob.example"])).rows[0]?.status, "not_found")
      assert.strictEqual(yield* threadsOf("bob.example"), "No author bob.example is known.")
    })
  )
})
