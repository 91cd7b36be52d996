import { describe, expect, it } from "vitest"
import { Heddle, HeddleNetworkError } from "../src/index.ts"
import { answer, scriptedServer } from "./support/ScriptedServer.ts"

describe("parameters", () => {
  it.each([
    [["a", "b"], "?keywords=a&keywords=b"],
    [["1,000"], "?keywords=1%2C000&keywords="],
    [["1,000", "b"], "?keywords=1%2C000&keywords=b"]
  ])("a list %j is repeated", async (keywords, search) => {
    const { heddle, sent } = scriptedServer([answer()])
    await heddle.searchPosts({ keywords, limit: undefined })
    expect(sent[0]?.url.search).toBe(search)
  })

  it("go where the operation has them: path, query, headers and body", async () => {
    const { heddle, sent } = scriptedServer([answer(), answer(), new Response("")])
    await heddle.userTopThreads({ username: "a/b?", days: 3 })
    await heddle.createRule({ endpoint_id: "ep_1", keyword: "coffee", like_count: 20 })
    for await (const _event of heddle.listenToEndpoint({ endpoint_id: "ep_1", "last-event-id": "evt_1" })) break
    expect(sent[0]?.url.href).toBe("https://heddle.example/user/a%2Fb%3F/top-threads?days=3")
    expect(sent[0]?.headers.get("authorization")).toBe("Bearer hdl_test")
    expect(sent[1]).toMatchObject({ method: "POST", body: { keyword: "coffee", like_count: 20 } })
    expect(sent[1]?.url.pathname).toBe("/webhook/endpoints/ep_1/rules")
    expect(sent[2]?.headers.get("last-event-id")).toBe("evt_1")
  })

  it.each(["", ".", ".."])("a name %j, which would lead to another operation, is refused", async (username) => {
    const { heddle, sent } = scriptedServer([answer()])
    await expect(heddle.userTopThreads({ username })).rejects.toThrow(TypeError)
    expect(sent).toEqual([])
  })

  it("are added to an address with a path", async () => {
    const { heddle, sent } = scriptedServer([answer()], { baseUrl: "https://proxy.example/heddle/" })
    await heddle.balance()
    expect(sent[0]?.url.href).toBe("https://proxy.example/heddle/balance")
  })
})

it.each([
  [{ apiKey: "", baseUrl: "https://heddle.example" }, "apiKey"],
  [{ apiKey: "hdl_test", baseUrl: "heddle.example" }, "baseUrl"]
])("options %j are refused", (options, name) => {
  expect(() => new Heddle(options)).toThrow(name)
})

describe("pages", () => {
  const pages = () => [answer({ data: [1, 2], next_cursor: "c2" }), answer({ data: [3], next_cursor: null })]

  it("follow the cursor, each with a key of its own", async () => {
    const { heddle, sent, keys } = scriptedServer(pages())
    const found: Array<unknown> = []
    for await (const { data } of heddle.pages("searchPosts", { keywords: ["coffee"] })) found.push(data)
    expect(found).toEqual([[1, 2], [3]])
    expect(sent.map(({ url }) => url.searchParams.get("cursor"))).toEqual([null, "c2"])
    expect(new Set(keys()).size).toBe(2)
  })

  it("are asked for only when their rows are", async () => {
    const { heddle, sent } = scriptedServer(pages())
    for await (const row of heddle.rows("searchPosts", { keywords: ["coffee"] })) {
      expect(row).toBe(1)
      break
    }
    expect(sent).toHaveLength(1)
  })

  it("of the history have numbers and an anchor", async () => {
    const of = (page: number) => Response.json({ data: [page], page, page_size: 50, total: 51, anchor: "a" })
    const { heddle, sent } = scriptedServer([of(1), of(2)])
    const found: Array<unknown> = []
    for await (const row of heddle.rows("balanceHistory", {})) found.push(row)
    expect(found).toEqual([1, 2])
    expect(sent.map(({ url }) => url.search)).toEqual(["", "?page=2&anchor=a"])
  })
})

describe("a stream of events", () => {
  const streamed = (...chunks: ReadonlyArray<string>): Response =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
          controller.close()
        }
      })
    )

  it("that falls silent is a lost connection", async () => {
    const silent = new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("id: evt_1\ndata: a\n\n"))
      })
    )
    const { heddle } = scriptedServer([silent], { timeoutSeconds: 0.05 })
    const events = heddle.listenToEndpoint({ endpoint_id: "ep_1" })
    expect(await events.next()).toMatchObject({ value: { id: "evt_1", data: "a" } })
    await expect(events.next()).rejects.toThrow(HeddleNetworkError)
  })

  it("is read however it is cut, without comments and half messages", async () => {
    const { heddle } = scriptedServer([
      streamed(
        ": hello\n\nid: evt_1\nevent: deli",
        'very\ndata: {"a":\n',
        "data: 1}\r\n\r",
        "\nevent: end\ndata:stopping\n\nid: evt_2\ndata: ha"
      )
    ])
    const events: Array<unknown> = []
    for await (const event of heddle.listenToEndpoint({ endpoint_id: "ep_1" })) events.push(event)
    expect(events).toEqual([
      { id: "evt_1", event: "delivery", data: '{"a":\n1}' },
      { id: "evt_1", event: "end", data: "stopping" }
    ])
  })
})
