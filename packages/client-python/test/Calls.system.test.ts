/** What one does with the client: the calls of docs/demo.md on a real server, and what goes wrong on a scripted one. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { once } from "node:events"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { describeWith } from "../../../test/support/DescribeWith.ts"
import { pythonCommand } from "../../../test/support/Interpreters.ts"
import { createAccount, ingest } from "../../../test/support/Operator.ts"
import { useServer } from "../../../test/support/RunningServer.ts"
import { PythonClient } from "./PythonClient.ts"

type Respond = (response: ServerResponse) => unknown

const answer =
  (status: number, body: object, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body))

const page = answer(200, { data: [], next_cursor: null, notices: [], credits_consumed: 0 })
const problem = (status: number, code: string, headers?: Readonly<Record<string, string>>) =>
  answer(status, { status, code, detail: `The detail of ${code}.`, credits_consumed: 0 }, headers)
const lost: Respond = (response) => response.socket?.destroy()
const cut: Respond = (response) => {
  response.writeHead(200, { "content-length": "1000" }).write('{"data"')
  setTimeout(() => response.socket?.destroy(), 10)
}
const silent: Respond = () => undefined

describeWith(pythonCommand, "the Python client", (command) => {
  describe("on a real server", () => {
    const server = useServer()
    let client: PythonClient

    beforeAll(async () => {
      const { apiKey } = await createAccount(server(), { plan: "standard" })
      client = new PythonClient(command, { api_key: apiKey, base_url: server().baseUrl })
      const now = Math.floor(Date.now() / 1_000)
      const captions = ["カフェでコーヒーを飲みました", "台北的 AI 公司很多", "這杯咖啡一共 1,000 元"]
      const posts = captions.map((caption, index) => ({
        type: "post",
        code: `c${index}`,
        caption,
        username: "amy",
        post_timestamp: now - 60 * (index + 1)
      }))
      await ingest(server(), posts.map((post) => JSON.stringify(post)).join("\n"))
    })
    afterAll(() => client.close())

    it("makes the calls of the page", async () => {
      const lengths: Array<number> = []
      for (const [method, parameters] of [
        ["searchPosts", { keywords: ["カフェ"], language: "ja", limit: 3 }],
        ["searchPosts", { keywords: ["AI"], sort: "likes", include_details: true, limit: 1 }],
        ["balanceHistory", { api_type: "keywords", from: 0 }]
      ] as const) {
        const { data } = Object(await client.answer(method, parameters))
        lengths.push(data.length)
      }
      assert.deepStrictEqual(lengths, [1, 1, 2])
      const { data } = Object(await client.answer("balance"))
      assert.strictEqual(data.remaining_credits, 100_000 - 3)
    })

    it("sends a keyword with a comma as one", async () => {
      const { data } = Object(await client.answer("searchPosts", { keywords: ["1,000"] }))
      assert.deepStrictEqual(
        data.map(({ code }: { readonly code: string }) => code),
        ["c2"]
      )
    })

    it("reads all pages, and asks for the price of one", async () => {
      const pages = Object(await client.answer("pages", { keywords: ["1,000", "AI"], limit: 1 }, "searchPosts"))
      assert.deepStrictEqual(
        pages.map(({ credits_consumed }: { readonly credits_consumed: number }) => credits_consumed),
        [1, 1]
      )
      assert.lengthOf(Object(await client.answer("rows", { keywords: ["1,000", "AI"], limit: 1 }, "searchPosts")), 2)
      const estimate = await client.answer("estimate", { keyword: "台積電", like_count: 10 }, "backtestRule")
      assert.deepInclude(Object(estimate), { estimated_cost: 10, would_admit: true })
    })
  })

  describe("on a server that fails", () => {
    const seen: Array<IncomingMessage> = []
    let script: Array<Respond> = []
    let server: Server
    let client: PythonClient

    beforeAll(async () => {
      server = createServer((request, response) => {
        seen.push(request)
        request.resume().on("end", () => (script.shift() ?? lost)(response))
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      const port = typeof address === "object" ? address?.port : undefined
      const base_url = `http://127.0.0.1:${port}`
      client = new PythonClient(command, { api_key: "hdl_test", base_url, timeout_seconds: 1, max_retries: 2 })
    })
    afterEach(() => {
      seen.length = 0
      script = []
    })
    afterAll(() => {
      client.close()
      server.closeAllConnections()
      server.close()
    })

    const keys = () => seen.map(({ headers }) => String(headers["idempotency-key"] ?? ""))

    it.each([
      ["a lost connection", lost, [0.5]],
      ["an answer that breaks off", cut, [0.5]],
      ["silence", silent, [0.5]],
      ["what is no JSON", (response: ServerResponse) => response.end("<html>"), [0.5]],
      ["503", problem(503, "unavailable"), [0.5]],
      ["429 with Retry-After", problem(429, "rate_limited", { "retry-after": "7" }), [7.5]],
      ["409 while the first try runs", problem(409, "conflict", { "retry-after": "1" }), [1.5]]
    ])("tries again with the same key after %s", async (_name, fault, slept) => {
      script = [fault, page]
      const ran = await client.run("searchPosts", { keywords: ["a"] })
      assert.deepStrictEqual(ran.slept, slept)
      assert.deepInclude(Object(ran.answer), { credits_consumed: 0 })
      const [one, other] = keys()
      assert.match(String(one), /^[0-9a-f]{32}$/)
      assert.strictEqual(one, other)
    })

    it.each([
      ["400", problem(400, "invalid_parameter"), "invalid_parameter"],
      ["409", problem(409, "conflict"), "conflict"],
      ["a long Retry-After", problem(429, "rate_limited", { "retry-after": "3600" }), "rate_limited"],
      ["a redirect", answer(302, {}, { location: "https://elsewhere.example/" }), "unknown"]
    ])("does not try again after %s", async (_name, fault, code) => {
      script = [fault]
      const { error, slept } = await client.run("searchPosts", { keywords: ["a"] })
      assert.strictEqual(error?.["code"], code)
      assert.lengthOf(seen, 1)
      assert.isEmpty(slept)
    })

    it("gives up after the last try, and says which key to pass", async () => {
      const { error, slept } = await client.run("searchPosts", { keywords: ["a"] })
      assert.deepInclude(error, { name: "HeddleNetworkError", idempotency_key: keys()[0] })
      assert.deepStrictEqual(slept, [0.5, 1])
      script = [page]
      await client.run("searchPosts", { keywords: ["a"], idempotency_key: "mine" })
      assert.strictEqual(keys()[3], "mine")
    })

    it("writes each part of a request as the API reads it", async () => {
      script = [page, page, page]
      await client.run("searchPosts", { keywords: ["a", "b,c"], include_details: true, limit: 3, cursor: null })
      await client.run("userTopThreads", { username: "a/b ?" })
      await client.run("balanceHistory", { from: 5 })
      assert.deepStrictEqual(
        seen.map(({ url }) => url),
        [
          "/post/search?keywords=a&keywords=b%2Cc&include_details=true&limit=3",
          "/user/a%2Fb%20%3F/top-threads",
          "/balance/history?from=5"
        ]
      )
      assert.strictEqual(seen[0]?.headers.authorization, "Bearer hdl_test")
      assert.strictEqual(keys()[2], "")
      const { error } = await client.run("userTopThreads", { username: ".." })
      assert.deepInclude(error, { name: "ValueError" })
      assert.lengthOf(seen, 3)
    })
  })
})
