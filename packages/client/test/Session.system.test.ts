/** What one does with the client, on a real server: the calls of docs/demo.md, lists with commas, and lost answers. */
import { readFileSync } from "node:fs"
import { afterEach, assert, beforeAll, describe, it } from "vitest"
import { type Account, callApi, createAccount, ingest } from "../../../test/support/Operator.ts"
import { useServer } from "../../../test/support/RunningServer.ts"
import { Heddle, HeddleNetworkError } from "../src/index.ts"

const demo = readFileSync(new URL("../../../docs/demo.md", import.meta.url), "utf8")

/** The paths, with their queries, that the page calls. */
const shown = Array.from(demo.matchAll(/^curl .*\$HEDDLE_API_URL(\/[^"\s]+)"?(.*)$/gm), ([, path = "", given = ""]) => {
  const values = Array.from(given.matchAll(/(?:-d|--data-urlencode) (\S+)/g), ([, pair = ""]) => pair.split("="))
  const query = new URLSearchParams(values.map(([name = "", value = ""]) => [name, value]))
  return query.size === 0 ? path : `${path}?${query}`
})

describe("on a real server", () => {
  const server = useServer()
  let account: Account
  let heddle: Heddle

  const remaining = async (): Promise<number> => (await heddle.balance()).data.remaining_credits

  beforeAll(async () => {
    account = await createAccount(server(), { plan: "standard" })
    heddle = new Heddle({ apiKey: account.apiKey, baseUrl: server().baseUrl })
    const now = Math.floor(Date.now() / 1_000)
    const captions = ["カフェでコーヒーを飲みました", "台北的 AI 公司很多", "這杯咖啡一共 1,000 元"]
    const posts = captions.map((caption, index) => ({
      type: "post",
      code: `c${index}`,
      caption,
      username: "amy",
      like_count: 10,
      post_timestamp: now - 60 * (index + 1)
    }))
    await ingest(server(), posts.map((post) => JSON.stringify(post)).join("\n"))
  })

  it("the calls of the page have the answers that curl gets", async () => {
    const answers = [
      await heddle.balance(),
      await heddle.searchPosts({ keywords: ["カフェ"], language: "ja", limit: 3 }),
      await heddle.searchPosts({ keywords: ["AI"], sort: "likes", include_details: true, limit: 1 }),
      await heddle.balanceHistory({ api_type: "keywords" })
    ]
    const found = answers.map(({ data }) => (Array.isArray(data) ? data.length : 1))
    assert.deepStrictEqual(found, [1, 1, 1, 2])
    const curled = await Promise.all(shown.map((path) => callApi(server(), account, "GET", path)))
    const searches = (all: ReadonlyArray<{ readonly data: unknown }>) => all.slice(1, 3).map(({ data }) => data)
    assert.strictEqual(curled.length, answers.length)
    assert.deepStrictEqual(searches(answers), searches(curled))
  })

  it("a keyword with a comma is one keyword", async () => {
    const { data } = await heddle.searchPosts({ keywords: ["1,000"] })
    assert.deepStrictEqual(
      data.map(({ code }) => code),
      ["c2"]
    )
    const trend = await heddle.keywordTrend({ keywords: ["1,000", "咖啡"], days: 1 })
    assert.deepStrictEqual(
      trend.data.map(({ keyword }) => keyword),
      ["1,000", "咖啡"]
    )
  })

  describe("with a connection that loses answers", () => {
    let lost = 0
    let losing = 0
    let unreliable: Heddle

    beforeAll(() => {
      unreliable = new Heddle({
        apiKey: account.apiKey,
        baseUrl: server().baseUrl,
        sleep: async () => {},
        fetch: async (url, init) => {
          const response = await fetch(url, init)
          if (lost >= losing) return response
          lost += 1
          // The server has answered, and charged.
          await response.arrayBuffer()
          throw new TypeError("terminated")
        }
      })
    })
    afterEach(() => {
      lost = 0
    })

    it("a search is charged once", async () => {
      losing = 2
      const before = await remaining()
      const { data, credits_consumed } = await unreliable.searchPosts({ keywords: ["咖啡"] })
      assert.strictEqual(lost, 2)
      assert.strictEqual(credits_consumed, data.length)
      assert.strictEqual(before - (await remaining()), data.length)
    })

    it("an endpoint is created once", async () => {
      losing = 1
      const created = await unreliable.createEndpoint({ url: "http://127.0.0.1:9/hook" })
      const { data } = await heddle.listEndpoints()
      assert.deepStrictEqual(
        data.map(({ id }) => id),
        [created.data.id]
      )
    })

    it("the key of a call that failed gets its answer later, for nothing", async () => {
      losing = 5
      const before = await remaining()
      const failure = await unreliable.searchPosts({ keywords: ["咖啡"] }).catch((error: unknown) => error)
      assert.instanceOf(failure, HeddleNetworkError)
      const idempotencyKey = failure.idempotencyKey ?? undefined
      const { data } = await heddle.searchPosts({ keywords: ["咖啡"] }, { idempotencyKey })
      assert.strictEqual(before - (await remaining()), data.length)
    })
  })
})
