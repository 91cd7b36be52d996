/** Failed calls are results that a model can act on; they cost nothing and carry no structured content. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Ref } from "effect"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { call, customer, ingest, ServedApi } from "../../support/ServedApi.ts"
import { ScriptedSource } from "../../support/ScriptedSource.ts"
import { testServicesWith } from "../../support/TestServices.ts"
import { clients, type McpClient } from "./Clients.ts"
import { messageOf } from "./Messages.ts"
import { answeredPosts } from "../../support/AnsweredPosts.ts"

const servedWith = (settings: Readonly<Record<string, string>>, ...sources: ReadonlyArray<ScriptedSource>) =>
  ServedApi.layerNoDeps.pipe(Layer.provideMerge(testServicesWith(settings, ...sources.map(({ source }) => source))))

const options = { excludeTestServices: true, timeout: "60 seconds" } as const

/** Calls a tool that fails, and gives what it tells the model. */
const refusalOf = Effect.fnUntraced(function* (
  client: McpClient,
  name: string,
  args: Readonly<Record<string, unknown>> = {}
) {
  const { isError, structuredContent, content } = yield* client.call(name, args)
  assert.isTrue(isError, JSON.stringify(content))
  assert.isUndefined(structuredContent)
  return content.map(({ text }) => text).join()
})

const connectedAs = Effect.fnUntraced(function* (
  connect: (typeof clients)[keyof typeof clients],
  grant?: Parameters<typeof customer>[0]
) {
  const account = yield* customer(grant)
  return { ...account, client: yield* connect((yield* ServedApi).baseUrl, account.key) }
})

onAnyDatabase("Errors of tools", (_name, database) => {
  layer(
    servedWith({}).pipe(Layer.provideMerge(database)),
    options
  )((it) => {
    for (const [age, connect] of Object.entries(clients)) {
      it.effect(`wrong arguments are named as REST names them (${age})`, () =>
        Effect.gen(function* () {
          const { id, client } = yield* connectedAs(connect, { plan: "lite", credits: 500 })
          const cases = [
            [{}, "keywords: is required"],
            [{ keywords: ["a"], langage: "en" }, "langage: is unknown; did you mean `language`?"],
            [{ keywords: ["a"], dry_run: true }, "dry_run: is unknown"],
            [{ keywords: ["a"], limit: 501 }, "limit: must be a whole number from 1 to 500"],
            [{ keywords: ["a"], limit: { at: 3 } }, "limit: must be a number"],
            [{ keywords: { or: "a" } }, "keywords: must be a list of strings"],
            [{ keywords: ["a", { b: 1 }] }, "keywords: must be a list of strings"],
            [{ keywords: ["", " "] }, "keywords: must not be empty"],
            [{ keywords: "a,,b" }, "an item is empty"],
            [{ keywords: "[3412345678901234567]" }, "keywords: must be a list of strings"],
            [{ keywords: ["a"], post_type: "reply" }, "post_type: `reply` needs include_details=true"],
            [{ keywords: ["a"], cursor: "nonsense" }, "cursor"],
            [{ keywords: ["a"], sort: "best", limit: 0 }, "must be one of recent, likes, replies, views"]
          ] as const
          for (const [args, expected] of cases) {
            const text = yield* refusalOf(client, "search_posts", args)
            assert.match(text, /^invalid_parameter: /)
            assert.include(text, expected)
            assert.include(text, "Nothing was charged.")
          }
          assert.strictEqual(yield* (yield* Ledger).available(id), 500)
        }).pipe(Effect.scoped)
      )

      it.effect(`missing credits, plans and accounts say what to do (${age})`, () =>
        Effect.gen(function* () {
          yield* ingest(...answeredPosts)
          const poor = yield* connectedAs(connect, { plan: "lite", credits: 5 })
          const tooExpensive = yield* refusalOf(poor.client, "search_posts", { keywords: ["a"], limit: 50 })
          assert.include(
            tooExpensive,
            "up to 50 credits, and 5 are left. It runs with a `limit` or `size` of at most 5."
          )
          const beyondAnyLimit = yield* refusalOf(poor.client, "get_hot_posts")
          assert.include(beyondAnyLimit, "No `limit` is small enough; the account needs more credits.")
          assert.include(yield* refusalOf(poor.client, "get_like_ladder"), "Ask for less, or for more credits.")
          const without = yield* connectedAs(connect)
          assert.match(
            yield* refusalOf(without.client, "get_like_ladder"),
            /^plan_required: .* Only the account holder/
          )
          const rich = yield* connectedAs(connect, { plan: "lite" })
          const unknown = yield* refusalOf(rich.client, "get_user_top_threads", { username: "nobody" })
          assert.match(unknown, /^not_found: .*Check the spelling\. Nothing was charged\.$/)
        }).pipe(Effect.scoped)
      )
    }
  })

  const source = new ScriptedSource("scripted")
  layer(
    servedWith({ HEDDLE_MCP_TIMEOUT: "300 millis" }, source).pipe(Layer.provideMerge(database)),
    options
  )((it) => {
    for (const [age, connect] of Object.entries(clients)) {
      it.effect(`a call that takes too long is stopped, explained and free (${age})`, () =>
        Effect.gen(function* () {
          const stopped = yield* Ref.make(false)
          source.before = Effect.onInterrupt(Effect.never, () => Ref.set(stopped, true))
          const { id, client } = yield* connectedAs(connect, { plan: "lite", credits: 500 })
          const text = yield* refusalOf(client, "get_live_posts", { codes: ["a"] })
          assert.include(
            text,
            "timeout: get_live_posts did not finish within 300ms and was stopped. Nothing was charged."
          )
          assert.include(text, "Ask for less")
          assert.isTrue(yield* Ref.get(stopped))
          assert.strictEqual(yield* (yield* Ledger).available(id), 500)
          source.before = Effect.void
        }).pipe(Effect.scoped)
      )
    }
  })

  layer(
    servedWith({ HEDDLE_RATE_LIMIT: "10" }).pipe(Layer.provideMerge(database)),
    options
  )((it) => {
    it.effect("the request rate holds for every message; a result says how long to wait", () =>
      Effect.gen(function* () {
        const { client } = yield* connectedAs(clients.newer, { plan: "lite" })
        for (let calls = 0; calls < 4; calls++) yield* client.list
        for (let calls = 0; calls < 10; calls++) yield* client.call("get_balance")
        const text = yield* refusalOf(client, "get_balance")
        assert.match(text, /^rate_limited: More than 10 requests in 60 seconds. Try again in \d+ s\./)
        assert.include(text, "Nothing was charged.")
      }).pipe(Effect.scoped)
    )

    it.effect("too many messages that call no tool are a 429, and with a deleted key a 401", () =>
      Effect.gen(function* () {
        const { id, key } = yield* customer({ plan: "lite" })
        const { headers, json } = messageOf("older", "tools/list")
        const list = call("/mcp", { method: "POST", key, headers, json })
        const batch = (size: number) =>
          call("/mcp", {
            method: "POST",
            key,
            headers,
            json: Array.from({ length: size }, (_, id) => ({ ...json, id }))
          })
        assert.strictEqual((yield* batch(11)).status, 429, "a batch counts as many as it has")
        assert.strictEqual((yield* batch(9)).status, 200)
        assert.strictEqual((yield* batch(2)).status, 429)
        assert.strictEqual((yield* list).status, 200)
        const refused = yield* list
        assert.strictEqual(refused.status, 429)
        assert.strictEqual(refused.json.code, "rate_limited")
        assert.match(refused.headers.get("retry-after") ?? "", /^\d+$/)
        const keys = yield* ApiKeys
        for (const { id: keyId } of yield* keys.list(id)) yield* keys.revoke(id, keyId)
        assert.strictEqual((yield* list).status, 401)
      })
    )
  })
})
