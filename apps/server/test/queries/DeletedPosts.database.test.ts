/** A deleted post is in no answer from the moment its deletion is stored, also when a caller is in the middle of pages. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { call, customer, ingest, ServedApi } from "../support/ServedApi.ts"

const hoursAgo = (hours: number): number => Math.floor(Date.now() / 1_000 - hours * 3_600)

const post = (code: string, hours: number, fields: object = {}) => ({
  type: "post",
  code,
  caption: `the wombat ${code} walks in the evening`,
  username: "ann",
  post_timestamp: hoursAgo(hours),
  like_count: 50,
  reply_count: 3,
  ...fields
})

const reply = (code: string, username: string, to: string) =>
  post(code, 2, { username, is_reply: true, reply_to: to, like_count: 90 })

onAnyDatabaseWith("A deleted post", { services: ServedApi.layer, realClock: true }, (it) => {
  it.effect("is in no answer, not even on a later page", () =>
    Effect.gen(function* () {
      const { key } = yield* customer({ plan: "standard", credits: 100_000 })
      const ask = (path: string) => call(path, { key })
      yield* ingest(
        ...["kept1", "kept2", "kept3", "gone1", "gone2", "kept4"].map((code, index) => post(code, 3 + index)),
        reply("goneReply", "bob", "kept1"),
        reply("keptReply", "cleo", "kept1")
      )
      const everywhere = [
        "/post/search?keywords=wombat&language=en&include_details=true",
        "/post/hot?language=en",
        "/post/semantic-search?topic=wombat%20evening&language=en",
        "/user/ann/top-threads",
        "/leaderboard/post-like-growth?language=en",
        "/leaderboard/cool-replies?language=en",
        "/post/kept1/chain"
      ]
      const before = yield* Effect.forEach(everywhere, ask)
      for (const code of ["gone1", "goneReply"]) {
        assert.isTrue(
          before.some(({ text }) => text.includes(`"${code}"`)),
          code
        )
      }
      const trend = "/post/keyword-trend?keywords=wombat&language=en&days=2"
      const countOf = Effect.map(ask(trend), ({ text }) =>
        [...text.matchAll(/"post_count":(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
      )
      assert.strictEqual(yield* countOf, 8)
      const first = yield* ask("/post/search?keywords=wombat&language=en&limit=4")
      const cursor = String(first.json["next_cursor"])
      assert.isFalse(first.text.includes('"gone2"'))

      yield* ingest(...["gone1", "gone2", "goneReply"].map((code) => ({ type: "delete", code })))

      const second = yield* ask(`/post/search?keywords=wombat&language=en&limit=4&cursor=${encodeURIComponent(cursor)}`)
      assert.strictEqual(second.status, 200)
      const after = [...(yield* Effect.forEach(everywhere, ask)), second]
      for (const { status, text } of after) {
        assert.strictEqual(status, 200)
        assert.isFalse(text.includes("gone"), text)
      }
      assert.isTrue(after.every(({ text }) => text.includes("kept")))
      assert.strictEqual(yield* countOf, 5)
      assert.strictEqual((yield* ask("/post/gone1/chain")).status, 404)
      assert.include((yield* ask("/post/forecast?codes=gone1")).text, '"not_found"')
      assert.isFalse((yield* ask("/user/ann/interactions?days=7")).text.includes("bob"))
    })
  )
})
