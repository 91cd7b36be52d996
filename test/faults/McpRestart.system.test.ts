/** A server that is killed and started again has forgotten nothing that a connected assistant needs. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clients } from "../../apps/server/test/transport/mcp/Clients.ts"
import { messageOf } from "../../apps/server/test/transport/mcp/Messages.ts"
import { choosePlace, startHeddle } from "../support/HeddleProcess.ts"
import { createAccount } from "../support/Operator.ts"

/** Opens a stream of changes, which goes on until one side ends it. Gives what it told until then. */
const listen = async (baseUrl: string, apiKey: string) => {
  const { headers, json } = messageOf("newer", "subscriptions/listen", { notifications: { toolsListChanged: true } })
  const { body } = await fetch(`${baseUrl}/mcp`, {
    method: "POST",
    headers: { ...headers, authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(json)
  })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  const rest = async (told: string): Promise<string> => {
    const next = await reader?.read()
    return next?.done === false ? rest(told + next.value) : told
  }
  return { told: rest(first?.value ?? "") }
}

it("clients of both revisions go on after a kill, and a stop does not wait for their connections", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-mcp-"))
  const place = await choosePlace(dataDir, {})
  let server = await startHeddle(place)
  try {
    const { apiKey } = await createAccount(server, { plan: "standard", credits: 1_000 })
    const session = Effect.gen(function* () {
      const connected = yield* Effect.all([
        clients.older(server.baseUrl, apiKey),
        clients.newer(server.baseUrl, apiKey)
      ])
      for (const client of connected) assert.isUndefined((yield* client.call("get_like_ladder")).isError)
      yield* Effect.promise(async () => {
        await server.kill()
        server = await startHeddle(place)
      })
      for (const client of connected) {
        const { structuredContent } = yield* client.call("get_like_ladder")
        assert.strictEqual(structuredContent?.["credits_consumed"], 10)
      }
      const stream = yield* Effect.promise(() => listen(server.baseUrl, apiKey))
      const started = Date.now()
      yield* Effect.promise(() => server.stop())
      assert.isBelow(Date.now() - started, 10_000)
      assert.include(yield* Effect.promise(() => stream.told), "complete")
    })
    await Effect.runPromise(Effect.scoped(session))
  } finally {
    await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 240_000)
