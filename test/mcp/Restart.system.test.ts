/** `kill -9` and a restart while clients of both protocols call: each goes on with its next call, without reconnecting. */
import { assert, describe, it } from "vitest"
import { baseSeconds } from "../recorded/StandingClock.ts"
import { callApi } from "../support/Operator.ts"
import { type QuietServer, withQuietServer } from "./QuietServer.ts"
import { modernClient, modernClientOfOldEra, olderClient, type ToolClient } from "./ToolClients.ts"

const timeoutMillis = 120_000
const clientsOfEachKind = 4
/** Before the kill. */
const answersAtLeast = 60

const search = { keywords: ["咖啡"], limit: 3, max_age_hours: 720 }

interface Loop {
  readonly client: ToolClient
  /** Until the first call that gets no answer; resolves to the credits of those that did. */
  readonly run: (onAnswer: () => void) => Promise<number>
}

const creditsOf = (structured: unknown): number =>
  typeof structured === "object" && structured !== null && "credits_consumed" in structured
    ? Number(structured.credits_consumed)
    : Number.NaN

const loopOf = (client: ToolClient): Loop => ({
  client,
  run: async (onAnswer) => {
    for (let credits = 0; ;) {
      try {
        const { structured } = await client.callTool("search_posts", search)
        credits += creditsOf(structured)
        onAnswer()
      } catch {
        return credits
      }
    }
  }
})

const connectAll = (url: string, key: string): Promise<ReadonlyArray<Loop>> =>
  Promise.all(
    [olderClient, modernClient, modernClientOfOldEra].flatMap((kind) =>
      Array.from({ length: clientsOfEachKind }, async () => loopOf(await kind.connect(url, key)))
    )
  )

const spent = async ({ server, account }: QuietServer): Promise<number> => {
  const { data, total } = await callApi(server, account, "GET", "/balance/history?api_type=mcp:keywords")
  assert.isAtLeast(total, answersAtLeast)
  assert.isNotEmpty(data)
  return data[0].cost * total
}

describe("a restart under load", () => {
  it(
    "breaks no client",
    () =>
      withQuietServer({ seconds: baseSeconds, env: { HEDDLE_RUNNING_CALLS: "0" } }, async (quiet) => {
        const clients = await connectAll(`${quiet.server.baseUrl}/mcp`, quiet.account.apiKey)
        const enough = Promise.withResolvers<void>()
        let answers = 0
        const running = clients.map(({ run }) =>
          run(() => (++answers >= answersAtLeast ? enough.resolve() : undefined))
        )
        await enough.promise
        await quiet.killAndStart()
        const answered = (await Promise.all(running)).reduce((sum, credits) => sum + credits, 0)
        for (const { client } of clients) {
          const { isError, text } = await client.callTool("get_balance", {})
          assert.isFalse(isError, text)
          await client.close()
        }
        // What was under way at the kill may be charged without an answer, but no answer is free.
        const charged = await spent(quiet)
        assert.isAtLeast(charged, answered)
        assert.isAtMost(charged, answered + clients.length * search.limit)
      }),
    timeoutMillis
  )
})
