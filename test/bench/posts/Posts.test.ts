import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { Change } from "../../../apps/server/src/store/Change.ts"
import { identifyLanguage } from "../../../packages/text/src/index.ts"
import { makePosts } from "./Posts.ts"

const period = { fromMillis: Date.UTC(2026, 9, 3, 10, 20), untilMillis: Date.UTC(2026, 10, 2, 10, 20) }
const count = 20_000
const made = makePosts({ seed: 1, count, period })
const posts = Array.from({ length: count }, (_, index) => made.post(index))
const chinese = posts.filter(({ language }) => language === "zh-Hant" || language === "zh-Hans")

/** The shares of Chinese posts that contain a piece of so many characters, greatest first. */
const shares = (length: number): ReadonlyArray<number> => {
  const seen = new Map<string, number>()
  for (const { caption } of chinese) {
    const pieces = new Set<string>()
    for (const [run] of caption.matchAll(/\p{Script=Han}+/gu)) {
      const characters = [...run]
      for (let at = 0; at + length <= characters.length; at += 1) pieces.add(characters.slice(at, at + length).join(""))
    }
    for (const piece of pieces) seen.set(piece, (seen.get(piece) ?? 0) + 1)
  }
  return [...seen.values()].map((posts) => posts / chinese.length).toSorted((a, b) => b - a)
}

const between = (value: number | undefined, low: number, high: number) => {
  if (value === undefined || value < low || value > high) assert.fail(`${value} is not between ${low} and ${high}`)
}

describe("posts for benchmarks", () => {
  it("are the same for the same seed and index, and others for another seed", () => {
    const again = makePosts({ seed: 1, count, period })
    for (const index of [0, 1, 777, count - 1]) {
      assert.deepStrictEqual(again.post(index), posts[index])
      assert.deepStrictEqual(again.account(index), made.account(index))
      assert.deepStrictEqual(again.later(index, 2), made.later(index, 2))
    }
    assert.notStrictEqual(makePosts({ seed: 2, count, period }).post(777).caption, posts[777]?.caption)
  })

  it("are in the ingest format", () => {
    const decode = Schema.decodeUnknownSync(Change)
    for (let index = 0; index < count; index += 97) {
      for (const change of [made.post(index), made.later(index, 1), made.account(index)]) {
        assert.deepStrictEqual(decode(change), change)
      }
      assert.strictEqual(made.account(index).username, posts[index]?.username)
    }
  })

  it("stand in the order of time within the period, less at night", () => {
    const times = posts.map((post) => post.post_timestamp * 1000)
    assert.deepStrictEqual(
      times,
      times.toSorted((a, b) => a - b)
    )
    between(times[0], period.fromMillis, period.fromMillis + 600_000)
    between(times.at(-1), period.untilMillis - 600_000, period.untilMillis)
    const hours = Array.from(
      { length: 24 },
      (_, hour) => times.filter((t) => new Date(t).getUTCHours() === hour).length
    )
    between((hours[20] ?? 0) / (hours[13] ?? 1), 0.2, 0.4)
  })

  it("are answers by half, each to an earlier post", () => {
    const codes = new Map(posts.map(({ code }, index) => [code, index]))
    assert.strictEqual(codes.size, count)
    const replies = posts.flatMap(({ reply_to: parent }, index) =>
      typeof parent === "string" ? [{ parent, index }] : []
    )
    between(replies.length / count, 0.48, 0.52)
    for (const { parent, index } of replies) between(codes.get(parent), 0, index - 1)
  })

  it("are in the languages they are tagged with, by their shares", () => {
    const stored = posts.map(({ caption, language }) => identifyLanguage(caption, language ?? undefined))
    const share = (language: string) => stored.filter((one) => one === language).length / count
    between(share("zh-Hant"), 0.36, 0.43)
    between(share("zh-Hans"), 0.08, 0.12)
    between(share("yue"), 0.05, 0.1)
    between(share("ja"), 0.14, 0.19)
    between(share("ko"), 0.08, 0.1)
    // Words that are made up are not always taken for English ones.
    between(share("en"), 0.1, 0.17)
  })

  it("have common and rare characters and pairs, as real posts do", () => {
    const characters = shares(1)
    between(characters[0], 0.35, 0.5)
    between(characters[19], 0.08, 0.16)
    assert.isAbove(characters.length, 4_000)
    const pairs = shares(2)
    between(pairs[9], 0.025, 0.06)
    between(pairs[1_999], 0.0005, 0.003)
    assert.isAbove(pairs.filter((share) => share < 3 / chinese.length).length / pairs.length, 0.7)
  })

  it("have few that take most of the likes, and views for seven of ten", () => {
    const likes = posts.map((post) => post.like_count ?? 0).toSorted((a, b) => b - a)
    const sum = (values: ReadonlyArray<number>) => values.reduce((total, value) => total + value, 0)
    assert.isAbove(sum(likes.slice(0, count / 20)) / sum(likes), 0.5)
    between(posts.filter((post) => post.impression_count === null).length / count, 0.28, 0.32)
    for (let index = 0; index < count; index += 97) {
      assert.isAbove(made.later(index, 1).like_count ?? 0, posts[index]?.like_count ?? 0)
    }
  })
})
