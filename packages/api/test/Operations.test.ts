/** The table of operations and the price list that is made from it. */
import { assert, describe, it } from "@effect/vitest"
import {
  Api,
  chain,
  coolReplies,
  followerHistory,
  hotPosts,
  interactions,
  keywordTrend,
  likeLadder,
  livePosts,
  operations,
  priceList,
  search,
  topThreads,
  users,
  webhookEventPrice
} from "@heddle/api"
import { readFileSync } from "node:fs"

describe("the table", () => {
  it("has every endpoint of the API once, and nothing else", () => {
    const endpoints = Object.values(Api.groups).flatMap(({ endpoints }) => Object.values(endpoints))
    assert.sameMembers(
      operations.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`),
      endpoints.map(({ method, path }) => `${method} ${path}`)
    )
  })

  it("names operations, routes and tools uniquely", () => {
    const names = operations.map(({ endpoint }) => endpoint.identifier)
    const tools = operations.flatMap(({ tool }) => (tool === null ? [] : [tool.name]))
    for (const list of [names, tools]) assert.lengthOf(new Set<string>(list), list.length)
  })

  it("requires a plan for every priced operation, and prices every other one as free", () => {
    for (const { kind, requires, price } of operations) {
      if (kind === "priced") assert.notStrictEqual(requires, "nothing")
      else assert.strictEqual(price.text, "free")
    }
  })

  it("puts the leaderboards into a group of their own", () => {
    assert.sameMembers(Object.keys(Api.groups.leaderboards.endpoints), [
      "coolReplies",
      "followerGrowth",
      "postLikeGrowth"
    ])
  })
})

describe("prices", () => {
  const days = (count: number) => ({ query: { keywords: ["a", "b"], days: count } })

  it("are those of the description", () => {
    assert.strictEqual(search.price.estimate({ query: { keywords: ["a"] } }), 50)
    assert.strictEqual(search.price.estimate({ query: { keywords: ["a"], include_details: true, limit: 7 } }), 14)
    assert.strictEqual(keywordTrend.price.estimate(days(5)), 30)
    assert.strictEqual(keywordTrend.price.estimate({ query: { ...days(5).query, include_engagement: true } }), 40)
    assert.strictEqual(keywordTrend.price.estimate({ query: { keywords: ["a"] } }), 21)
    assert.strictEqual(hotPosts.price.estimate({ query: {} }), 70)
    assert.strictEqual(hotPosts.price.estimate({ query: { size: 40 } }), 90)
    assert.strictEqual(hotPosts.price.estimate({ query: { size: 40, sort: "impression:desc" } }), 120)
    assert.strictEqual(livePosts.price.estimate({ query: { codes: ["a", "a"] } }), 6)
  })

  it("are those of the decisions", () => {
    const params = { username: "ann" }
    assert.strictEqual(interactions.price.estimate({ params, query: { limit: 100 } }), 210)
    assert.strictEqual(interactions.price.charge({ params, query: {} }, { data: [] }), 0)
    assert.strictEqual(topThreads.price.estimate({ params, query: {} }), 10)
    assert.strictEqual(followerHistory.price.estimate({ params, query: { days: 365 } }), 10)
    assert.strictEqual(chain.price.estimate({ params: { code: "a" }, query: {} }), 100)
    assert.strictEqual(coolReplies.price.estimate({ query: { size: 31 } }), 31)
    assert.strictEqual(coolReplies.price.charge({ query: {} }, { data: [] }), 30)
    assert.strictEqual(likeLadder.price.estimate({ query: {} }), 10)
    assert.strictEqual(users.price.estimate({ query: { usernames: ["a", "b", "a"] } }), 9)
    assert.strictEqual(
      users.price.charge({ query: { usernames: ["a"] } }, { data: [{ status: "not_found", username: "a" }] }),
      0
    )
  })

  it("are all on the list, and the webhook event's too", () => {
    assert.lengthOf(priceList, operations.length + 1)
    assert.strictEqual(webhookEventPrice, 20)
    assert.deepStrictEqual(priceList.at(-1), {
      what: "webhook event",
      apiType: "webhook",
      text: "20 credits per event sent, once per post and rule"
    })
  })

  it("are in docs/credits.md in the words of the list", () => {
    const docs = readFileSync(new URL("../../../docs/credits.md", import.meta.url), "utf8").split("\n")
    const free = docs.find((line) => line.startsWith("Free are ")) ?? ""
    for (const { what, apiType, text } of priceList) {
      const name = what.includes("/") ? `\`${what}\`` : what
      const row = docs.find((line) => line.startsWith(`| ${name} |`))
      if (text === "free") assert.deepStrictEqual([row, free.includes(`\`${apiType}\``)], [undefined, true], what)
      else assert.strictEqual(row, `| ${name} | ${text} | \`${apiType}\` |`)
    }
  })
})
