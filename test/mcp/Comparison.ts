/** Compares what a client gets from every tool with what REST answers, and both with the ledger. */
import { assert } from "vitest"
import { eventually, type HeddleProcess } from "../support/HeddleProcess.ts"
import { type Account, callApi } from "../support/Operator.ts"
import { asToolAnswers } from "../../apps/server/test/transport/mcp/SameCalls.ts"
import type { QuietServer } from "./QuietServer.ts"
import { everyTool, type ToolCall, toolNames } from "./ToolCalls.ts"
import type { ClientKind, Credential, ToolClient } from "./ToolClients.ts"

interface Entry {
  readonly api_type: string
  readonly cost: number
  readonly source: string
}

interface Compared {
  readonly kind: ClientKind
  /** Its key asks REST; the credential must belong to the same account. */
  readonly account: Account
  readonly credential: Credential
  /** What the usage history shows for the credential. */
  readonly source: string
}

/** Entries of free calls are written behind the answer. */
const entryMillis = 5_000

const historyOf = async (server: HeddleProcess, account: Account, expected: number): Promise<ReadonlyArray<Entry>> => {
  let page: { readonly data: ReadonlyArray<Entry>; readonly total: number } = { data: [], total: 0 }
  const isComplete = async () => {
    page = await callApi(server, account, "GET", "/balance/history")
    return page.total >= expected
  }
  await eventually(`the usage history has ${expected} entries`, isComplete, entryMillis)
  return page.data
}

const callBoth = async (server: HeddleProcess, account: Account, client: ToolClient, call: ToolCall) => {
  const overRest = await callApi(server, account, "GET", call.path)
  const { isError, structured, text } = await client.callTool(call.tool, call.args)
  assert.isFalse(isError, `${call.tool}: ${text}`)
  assert.deepStrictEqual(JSON.parse(text), structured, `${call.tool}: the text is the structured result`)
  return { overRest, structured }
}

/** A priced call leaves less credit to the next, so `get_balance` alone is asked twice in a row. */
export const compareEveryTool = async (
  { server, live }: QuietServer,
  { kind, account, credential, source }: Compared
): Promise<void> => {
  const client = await kind.connect(`${server.baseUrl}/mcp`, credential)
  const listed = await client.listTools()
  assert.deepStrictEqual(
    listed.map(({ name }) => name),
    toolNames,
    kind.name
  )
  const calls = everyTool(live)
  const balance = async () => (await callApi(server, account, "GET", "/balance")).data.remaining_credits
  const before = await balance()
  let charged = 0
  for (const call of calls) {
    const { overRest, structured } = await callBoth(server, account, client, call)
    assert.deepStrictEqual(structured, asToolAnswers(overRest), `${kind.name}: ${call.tool}`)
    charged += 2 * overRest.credits_consumed
  }
  assert.strictEqual(before - (await balance()), charged, `${kind.name}: the balance`)
  assert.deepStrictEqual(client.errors, [], kind.name)
  await client.close()

  const entries = await historyOf(server, account, 2 * calls.length + 2)
  for (const { apiType } of calls.filter(({ tool }) => tool !== "get_balance")) {
    const overRest = entries.filter(({ api_type }) => api_type === apiType)
    const overMcp = entries.filter(({ api_type }) => api_type === `mcp:${apiType}`)
    assert.lengthOf(overMcp, 1, apiType)
    assert.deepStrictEqual(
      overMcp.map(({ cost }) => cost),
      overRest.map(({ cost }) => cost),
      apiType
    )
  }
  const sources = new Set(entries.flatMap((entry) => (entry.api_type.startsWith("mcp:") ? [entry.source] : [])))
  assert.deepStrictEqual([...sources], [source], kind.name)
  assert.strictEqual(
    entries.reduce((sum, { cost }) => sum + cost, 0),
    charged,
    `${kind.name}: the ledger`
  )
}
