/**
 * Answers that were charged but did not reach their caller, because its connection ended first. Clients repeat such a call
 * by themselves; the repetition gets the answer that is already paid.
 *
 * Kept in the memory of this process: a repetition that reaches another process, or comes after a restart, is a new call.
 * An answer that the operating system has taken over counts as delivered, whether or not it arrives.
 */
import type { AccountId, Caller } from "@heddle/api"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { Clock, Context, Effect, Layer } from "effect"
import type { Json } from "../../operations/parameters/JsonSchema.ts"

export const keptMillis = 2 * 60_000
/** An answer has about 100 KB; beyond this the oldest is dropped: of its account, or of all. */
const maxKept = 200
const maxKeptOfAccount = 20

export interface Charged {
  readonly accountId: AccountId
  readonly name: string
  readonly result: CallToolResult
}

/** The same for calls of the same caller with the same arguments. */
export const nameOf = ({ accountId, keyId, application }: Caller["Service"], tool: string, args: Json): string =>
  JSON.stringify([accountId, keyId, application, tool, Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1))])

export class Undelivered extends Context.Service<
  Undelivered,
  {
    keep(charged: Charged): Effect.Effect<void>
    /** Each answer once. */
    take(name: string): Effect.Effect<CallToolResult | undefined>
  }
>()("@heddle/server/transport/mcp/Undelivered") {
  static readonly layer = Layer.sync(Undelivered, () => {
    const answers = new Map<string, Pick<Charged, "accountId" | "result"> & { readonly until: number }>()

    const keep = ({ accountId, name, result }: Charged) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        answers.delete(name)
        const own = [...answers].filter(([, answer]) => answer.accountId === accountId)
        const [oldest] = own.length >= maxKeptOfAccount ? own : answers.size >= maxKept ? answers : []
        if (oldest !== undefined) answers.delete(oldest[0])
        answers.set(name, { accountId, result, until: now + keptMillis })
      })

    const take = (name: string) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const found = answers.get(name)
        answers.delete(name)
        return found !== undefined && found.until > now ? found.result : undefined
      })

    return Undelivered.of({ keep, take })
  })
}
