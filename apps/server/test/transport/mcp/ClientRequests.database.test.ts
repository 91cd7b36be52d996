/** What programs send besides what the protocol has, each as one of them was seen to send it, is read as it is meant. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { call, customer, ingest, ServedApi } from "../../support/ServedApi.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { answeredPosts } from "../../support/AnsweredPosts.ts"
import { resultIn } from "./Messages.ts"

type Json = Readonly<Record<string, unknown>>

const Listed = Schema.Struct({ tools: Schema.Array(Schema.Struct({ name: Schema.String })) })
const Called = Schema.Struct({
  isError: Schema.optionalKey(Schema.Boolean),
  content: Schema.Array(Schema.Struct({ text: Schema.String })),
  structuredContent: Schema.optionalKey(
    Schema.Struct({
      data: Schema.Unknown,
      credits_consumed: Schema.Finite,
      notices: Schema.optionalKey(Schema.Unknown)
    })
  )
})

/** Of the header `Accept`, with the program or library that sends it. */
const accepts: Readonly<Record<string, string>> = {
  "n8n, curl": "*/*",
  "Python SDK, stateless": "application/json",
  "Vercel AI SDK": "application/json, text/*",
  "a proxy with qualities": "application/json;q=0.9, */*;q=0.1",
  "a Java client": "APPLICATION/JSON, TEXT/EVENT-STREAM",
  "a type with a wildcard": "application/*, text/event-stream"
}

/** Arguments as a program sends them, and as they are meant. */
const meant: ReadonlyArray<readonly [string, string, unknown, Json]> = [
  ["LibreChat", "get_balance", null, {}],
  ["Cursor", "get_balance", { random_string: "x" }, {}],
  [
    "Cursor",
    "search_posts",
    { keywords: ["台積電"], language: "", sort: "", limit: "", cursor: "" },
    { keywords: ["台積電"] }
  ],
  ["Claude Code", "search_posts", { keywords: '["台積電", "股價"]' }, { keywords: ["台積電", "股價"] }],
  [
    "Gemini CLI",
    "search_posts",
    { keywords: ["台積電"], limit: "5", include_details: "true" },
    { keywords: ["台積電"], limit: 5, include_details: true }
  ],
  ["ChatGPT", "search_posts", { keywords: ["台積電"], exclude: [], username: null }, { keywords: ["台積電"] }],
  ["n8n", "search_posts", { keywords: ["台積電"], exclude: "[]" }, { keywords: ["台積電"] }],
  ["LibreChat", "search_posts", { keywords: ["台積電"], exclude: [""] }, { keywords: ["台積電"] }],
  ["Codex", "get_keyword_trend", { keywords: "台積電,股價", days: 2 }, { keywords: ["台積電", "股價"], days: 2 }],
  ["VS Code", "search_posts", { keywords: ["台積電"], language: ["zh"] }, { keywords: ["台積電"], language: "zh" }],
  [
    "Cline",
    "search_posts",
    { keywords: ["台積電", null], exclude: [null], language: '["zh"]' },
    { keywords: ["台積電"], language: "zh" }
  ],
  ["Dify", "get_keyword_trend", { keywords: [3000], days: "2" }, { keywords: ["3000"], days: 2 }]
]

onAnyDatabase("Requests of real MCP clients", (_name, database) => {
  layer(ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith({})), Layer.provideMerge(database)), {
    excludeTestServices: true,
    timeout: "60 seconds"
  })((it) => {
    const send = (key: string, json: unknown, headers: Readonly<Record<string, string>> = {}, path = "/mcp") =>
      call(path, { method: "POST", key, headers: { accept: "*/*", ...headers }, json })

    const callTool = Effect.fnUntraced(function* (key: string, name: string, args: unknown) {
      const { text } = yield* send(key, {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: args, _meta: null }
      })
      return Schema.decodeUnknownSync(Called)(resultIn(text))
    })

    it.effect("any Accept that admits JSON lists the tools, at either spelling of the address", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "lite", credits: 500 })
        for (const [who, accept] of Object.entries(accepts)) {
          for (const path of ["/mcp", "/mcp/"]) {
            const { status, text, headers } = yield* send(
              key,
              { jsonrpc: "2.0", id: 1, method: "tools/list", params: null },
              { accept },
              path
            )
            const type = headers.get("content-type") ?? ""
            assert.match(
              type,
              accept === "application/json" ? /^application\/json/ : /^(application\/json|text\/event-stream)/
            )
            assert.strictEqual(status, 200, `${who}: ${text}`)
            assert.lengthOf(Schema.decodeUnknownSync(Listed)(resultIn(text)).tools, 19)
          }
        }
        const { status } = yield* send(key, { jsonrpc: "2.0", id: 1, method: "tools/list" }, { accept: "text/html" })
        assert.strictEqual(status, 406)
      })
    )

    it.effect("a first request is negotiated, whatever revision its header names", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "lite", credits: 500 })
        for (const version of ["2099-01-01", "DRAFT-2027-v1", "2025-06-18"]) {
          const { status, text } = yield* send(
            key,
            {
              jsonrpc: "2.0",
              id: 0,
              method: "initialize",
              params: { protocolVersion: version, capabilities: {}, clientInfo: { name: "x", version: "1" } }
            },
            { "mcp-protocol-version": version }
          )
          assert.strictEqual(status, 200, text)
          const { protocolVersion } = Schema.decodeUnknownSync(Schema.Struct({ protocolVersion: Schema.String }))(
            resultIn(text)
          )
          assert.strictEqual(protocolVersion, version === "2025-06-18" ? version : "2025-11-25")
        }
      })
    )

    it.effect("a later request has the revision that was agreed, or none", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "lite", credits: 500 })
        const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
        for (const headers of [{}, { "mcp-protocol-version": "2025-11-25" }]) {
          assert.strictEqual((yield* send(key, list, headers)).status, 200)
        }
        for (const version of ["2099-01-01", "latest"]) {
          const { status, text } = yield* send(key, list, { "mcp-protocol-version": version })
          assert.strictEqual(status, 400, text)
        }
      })
    )

    it.effect("arguments are read as they are meant, at the same price", () =>
      Effect.gen(function* () {
        yield* ingest(...answeredPosts)
        for (const [who, name, sent, asMeant] of meant) {
          const { key } = yield* customer({ plan: "lite", credits: 5_000 })
          const plain = yield* callTool(key, name, asMeant)
          const other = yield* customer({ plan: "lite", credits: 5_000 })
          const read = yield* callTool(other.key, name, sent)
          assert.isUndefined(read.isError, `${who}: ${read.content[0]?.text}`)
          if (name !== "get_balance") assert.deepStrictEqual(read.structuredContent, plain.structuredContent, who)
        }
      })
    )

    it.effect("an item of a list may have a comma, and costs as one", () =>
      Effect.gen(function* () {
        const { key } = yield* customer({ plan: "lite", credits: 500 })
        for (const keywords of [["3,000"], '["3,000"]']) {
          const { structuredContent } = yield* callTool(key, "get_keyword_trend", { keywords, days: 2 })
          assert.strictEqual(structuredContent?.credits_consumed, 6)
        }
      })
    )
  })
})
