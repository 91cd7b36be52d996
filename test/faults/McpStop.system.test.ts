/** A stop, while assistants keep streams open that would go on. */
import { assert, it } from "vitest"
import { messageOf } from "../../apps/server/test/transport/mcp/Messages.ts"
import { createAccount } from "../support/Operator.ts"
import { withServer } from "../support/RunningServer.ts"

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

it(
  "a stop ends the streams of assistants and does not wait for them",
  () =>
    withServer({}, async (server) => {
      const { apiKey } = await createAccount(server, { plan: "standard" })
      const stream = await listen(server.baseUrl, apiKey)
      const started = Date.now()
      await server.stop()
      assert.isBelow(Date.now() - started, 10_000)
      assert.include(await stream.told, "complete")
    }),
  240_000
)
