/** The lexical engine against a look at every post. */
import { assert, layer } from "@effect/vitest"
import { languageMatches } from "@heddle/text"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { languagesOf } from "../../../src/queries/filters/Filters.ts"
import { Engine } from "../../../src/queries/semantic/Engine.ts"
import { LexicalEngine, makeScore, termsOfTopic } from "../../../src/queries/semantic/LexicalEngine.ts"
import { deriveText } from "../../../src/store/posts/PostState.ts"
import { TermShares } from "../../../src/store/terms/TermShares.ts"
import { forEvery } from "../../support/Property.ts"
import { captions, filters, onlyPosts, randomPosts, type StoredPost } from "../../support/RandomPosts.ts"
import { TestServices } from "../../support/TestServices.ts"

const hour = 3_600
/** Seconds. */
const start = 100 * 24 * hour + 17

const scenario = fc.record({
  posts: randomPosts(40 * 24 * hour),
  topic: fc
    .subarray([...Object.values(captions), "wombats", "quokka", "咖啡", "台积电", "這家店", "coffee at the place"], {
      minLength: 1
    })
    .map((parts) => parts.join(" ")),
  language: fc.constantFrom(...filters),
  count: fc.constantFrom(1, 5, 3_000),
  days: fc.constantFrom(1, 3, 30),
  isSampled: fc.boolean()
})

const compare = (one: { score: number; post: StoredPost }, other: { score: number; post: StoredPost }): number =>
  other.score - one.score ||
  other.post.postedAt.getTime() - one.post.postedAt.getTime() ||
  (one.post.code < other.post.code ? -1 : 1)

onAnyDatabase("The lexical engine", (_name, database) => {
  layer(LexicalEngine.layer.pipe(Layer.provideMerge(TestServices), Layer.provideMerge(database)), {
    timeout: "120 seconds"
  })((it) => {
    it.effect("finds the posts that score highest of all, in that order, with scores from 0 to 1", () =>
      Effect.gen(function* () {
        yield* TestClock.setTime(start * 1_000)
        const sql = yield* SqlClient.SqlClient
        const engine = yield* Engine
        yield* forEvery(
          scenario,
          runs(60),
          Effect.fnUntraced(function* ({ posts, topic, language, count, days, isSampled }) {
            const stored = yield* onlyPosts(posts, start)
            if (isSampled) yield* (yield* TermShares).refresh
            const from = new Date((start - days * 24 * hour) * 1_000)
            const found = yield* engine.nearest(topic, { languages: [language], among: { from } }, count)
            const score = makeScore(yield* termsOfTopic(sql, topic, languagesOf(language)))
            const expected = stored
              .filter((post) => languageMatches(language, post.language) && post.postedAt >= from)
              .map((post) => ({ post, score: score(deriveText(post.caption, "").token_text) }))
              .filter(({ score }) => score > 0)
              .toSorted(compare)
              .slice(0, count)
            assert.deepStrictEqual(
              found.posts,
              expected.map(({ post, score }) => ({ code: post.code, postedAt: post.postedAt, score }))
            )
            for (const { score } of found.posts) assert.isTrue(score > 0 && score <= 1)
          })
        )
      })
    )
  })
})
