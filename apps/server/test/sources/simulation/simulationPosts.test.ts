import { identifyLanguage } from "@heddle/text"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { followersAt } from "../../../src/sources/simulation/Authors.ts"
import { languages } from "../../../src/sources/simulation/Languages.ts"
import { makeNetwork, maxPostsPerSlot, postedAt, postsBetween } from "../../../src/sources/simulation/Slots.ts"
import { codeOf } from "../../../src/sources/simulation/PostCode.ts"
import { simulationDefaults } from "../../../src/sources/simulation/Simulation.ts"
import { countsAt, derivePost } from "../../../src/sources/simulation/SimulatedPost.ts"
import { parentOf } from "../../../src/sources/simulation/Threads.ts"
import { keeps, makeThinning } from "../../../src/sources/simulation/Thinning.ts"
import { belongsInLibrary } from "../../../src/store/library/LibraryRules.ts"
import { history } from "../../../src/sources/simulation/Timeline.ts"

const hour = 3_600_000
const end = Date.UTC(2026, 8, 15)
const network = makeNetwork(simulationDefaults.seed, simulationDefaults.postsPerMinute, simulationDefaults.authors)
/** A whole day. */
const ids = postsBetween(network, end - 24 * hour, end)
const posts = ids.filter((_, index) => index % 7 === 0).map((id) => derivePost(network, id))

const anyId = fc.record({ slot: fc.integer({ min: 28_000_000, max: 33_000_000 }), index: fc.nat({ max: 40 }) })
const anySeed = fc.integer({ min: 0, max: 2 ** 31 })
const anyAge = fc.oneof(fc.nat({ max: 60_000 }), fc.nat({ max: 6 * hour }), fc.nat({ max: 200 * 24 * hour }))
const share = (test: (post: (typeof posts)[number]) => boolean) => posts.filter(test).length / posts.length

describe("a simulated post", () => {
  it("has counts that only grow and fit together", () => {
    fc.assert(
      fc.property(anyId, anyAge, anyAge, (id, one, other) => {
        const post = derivePost(network, id)
        const young = countsAt(post, post.at + Math.min(one, other))
        const old = countsAt(post, post.at + Math.max(one, other))
        expect(old.like_count).toBeGreaterThanOrEqual(young.like_count)
        expect(old.reply_count).toBeGreaterThanOrEqual(young.reply_count)
        expect(old.repost_count).toBeGreaterThanOrEqual(young.repost_count)
        expect(old.reshare_count).toBeGreaterThanOrEqual(young.reshare_count)
        expect(old.impression_count ?? -1).toBeGreaterThanOrEqual(young.impression_count ?? -1)
        const reactions = old.like_count + old.reply_count + old.repost_count + old.reshare_count
        expect(old.impression_count ?? Infinity).toBeGreaterThanOrEqual(reactions)
      }),
      { numRuns: 2_000 }
    )
  })

  it("has a code of its own", () => {
    expect(new Set(ids.map((id) => codeOf(network.seed, id))).size).toBe(ids.length)
    fc.assert(
      fc.property(anySeed, anyId, fc.nat({ max: maxPostsPerSlot - 1 }), (seed, id, index) => {
        expect(codeOf(seed, id)).toMatch(/^D[\w-]{10}$/)
        expect(codeOf(seed, id) === codeOf(seed, { ...id, index })).toBe(index === id.index)
      })
    )
  })

  it("replies to an earlier one, about a quarter of the time", () => {
    const early = ids.filter(
      (id) => postedAt(network, parentOf(network, id) ?? { slot: 0, index: 0 }) >= postedAt(network, id)
    )
    expect(early).toEqual([])
    expect(share((post) => post.replyTo !== null)).toBeGreaterThan(0.2)
    expect(share((post) => post.replyTo !== null)).toBeLessThan(0.3)
  })

  it("has a text without gaps, rarely the same as another", () => {
    for (const { caption } of posts) {
      expect(caption).not.toMatch(/[{}]|undefined/)
      expect(caption.trim()).not.toBe("")
    }
    const threads = posts.filter((post) => post.replyTo === null)
    expect(new Set(threads.map(({ caption }) => caption)).size).toBeGreaterThan(0.9 * threads.length)
  })
})

describe("the network", () => {
  it.each(languages.map(({ name, weight }) => [name, weight / 100] as const))(
    "writes %s as often as it should",
    (name, part) => {
      const measured = share((post) => post.language.name === name)
      expect(measured).toBeGreaterThan(part * 0.7)
      expect(measured).toBeLessThan(part * 1.4)
    }
  )

  it.each([
    ["台積電", 0.03, 0.09],
    ["AI", 0.07, 0.16],
    ["咖啡", 0.03, 0.1],
    ["貓", 0.03, 0.1],
    ["演唱會", 0.02, 0.08],
    ["カフェ", 0.01, 0.05],
    ["커피", 0.007, 0.04],
    ["coffee", 0.007, 0.04],
    [" cat ", 0.003, 0.04]
  ])("writes about %s", (keyword, low, high) => {
    const measured = share((post) => post.caption.includes(keyword))
    expect(measured).toBeGreaterThan(low)
    expect(measured).toBeLessThan(high)
  })

  it("has accounts with names of their own, whose followers never fall", () => {
    expect(new Set(makeNetwork(5, 30, 2_000).authors.map(({ username }) => username)).size).toBe(2_000)
    fc.assert(
      fc.property(
        fc.constantFrom(...network.authors),
        fc.nat({ max: 400 * 24 }),
        fc.nat({ max: 48 }),
        (author, hours, more) => {
          const at = Date.UTC(2025, 6, 1) + hours * hour
          expect(followersAt(author, at + more * hour)).toBeGreaterThanOrEqual(followersAt(author, at))
        }
      )
    )
  })

  it("shows a later start no conversation of the past that an earlier one left out", () => {
    const first = makeThinning(end, simulationDefaults)
    fc.assert(
      fc.property(fc.nat({ max: 72 }), (hours) => {
        const second = makeThinning(end + hours * hour, simulationDefaults)
        const late = ids.filter((id) => keeps(second, network, id) && !keeps(first, network, id))
        expect(late).toEqual([])
      }),
      { numRuns: 5 }
    )
  })

  it("keeps to the budget of the past, however busy it is", () => {
    for (const postsPerMinute of [0.2, 5, 60]) {
      const options = { ...simulationDefaults, postsPerMinute, historyPosts: 1_500 }
      const other = makeNetwork(3, postsPerMinute, 20)
      const changes = history(other, makeThinning(end, options), end - 168 * hour, end)
      const told = new Set(changes.map((change) => (change.type === "user" ? "" : change.code)))
      const possible = postsPerMinute * 168 * 60
      expect(told.size).toBeLessThan(1.4 * Math.min(1_500, possible))
      expect(told.size).toBeGreaterThan(0.6 * Math.min(1_500, possible))
    }
  })

  it("has long, successful posts of every language of the library in its past", () => {
    const changes = history(network, makeThinning(end, simulationDefaults), end - 168 * hour, end)
    const inLibrary = new Map<string, Set<string>>()
    for (const change of changes) {
      if (change.type !== "post") continue
      const { code, caption, like_count: likeCount = 0, is_reply: isReply = false } = change
      const language = identifyLanguage(caption, change.language ?? "")
      if (!belongsInLibrary({ caption, marks: null, language, isReply, likeCount })) continue
      inLibrary.set(language, (inLibrary.get(language) ?? new Set()).add(code))
    }
    for (const language of ["zh-Hant", "zh-Hans", "yue", "ja", "ko", "en"]) {
      expect([language, (inLibrary.get(language)?.size ?? 0) > 4]).toEqual([language, true])
    }
  })
})
