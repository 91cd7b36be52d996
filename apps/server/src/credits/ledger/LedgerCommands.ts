/**
 * What the ledger can be told to do, and the one statement that does it: `ledger_apply` of the database (migration
 * 0005), for any number of accounts in one round trip and one commit.
 */
import type { AccountId, KeyId, PlanName, UsageEntryId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ReservationId } from "../../runtime/Ids.ts"

/** What the usage history keeps of a call or an event. */
export interface Usage {
  /** The API key of the call; null for account logins and webhook events. */
  readonly keyId: KeyId | null
  /** The `X-Request-Id` of the call; null for webhook events. */
  readonly requestId: string | null
  readonly source: string
  readonly apiType: string
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface Charge {
  readonly holdId: ReservationId
  /** Credits; at most what is held. */
  readonly cost: number
  readonly usage: Usage
}

/** Reserves credits. Without a deadline the hold stays until it is settled or released. */
export interface Hold {
  readonly _tag: "Hold"
  readonly accountId: AccountId
  readonly holdId: ReservationId
  readonly amount: number
  readonly keyId: KeyId | null
  readonly deadline: Date | null
  /** Makes the hold only if the key is in force, or if also a plan is; null asks for no proof. */
  readonly proves: "key" | "plan" | null
}

/** Who asked for a hold that proves it, at that moment. */
export interface ProvedCaller {
  readonly hold: ReservationId
  /** False when the key is not in force. */
  readonly inForce: boolean
  readonly keyName: string | null
  readonly plan: PlanName | null
}

/** Charges a hold and gives the rest back. */
export interface Settle extends Charge {
  readonly _tag: "Settle"
  readonly accountId: AccountId
}

/** Gives a hold back whole. */
export interface Release {
  readonly _tag: "Release"
  readonly accountId: AccountId
  readonly holdId: ReservationId
}

/** Writes an entry that costs nothing. */
export interface RecordUsage {
  readonly _tag: "Record"
  readonly accountId: AccountId
  readonly entryId: UsageEntryId
  readonly usage: Usage
}

export type Command = Hold | Settle | Release | RecordUsage

/** Why a hold was not made. */
export interface Refusal {
  readonly hold: ReservationId
  /** Credits the account could spend at that moment. */
  readonly available: number
  /** What the key's monthly limit leaves; null without a limit. */
  readonly budgetLeft: number | null
  readonly creditLimit: number | null
}

/** What became of one command. */
export interface Outcome {
  /** Its account is held by another transaction; nothing was done. */
  readonly busy: boolean
  /** The hold was made or closed; true for entries. */
  readonly done: boolean
  readonly refusal: Refusal | null
  /** For a hold that proves its caller; null for others, and for one that was found done after a lost connection. */
  readonly caller: ProvedCaller | null
  /** Credits the account can spend after the whole batch. */
  readonly remaining: number
}

interface Row {
  readonly busyAccounts: ReadonlyArray<string>
  readonly closedHolds: ReadonlyArray<string>
  readonly madeHolds: ReadonlyArray<string>
  readonly refusedHolds: ReadonlyArray<Refusal>
  readonly callers: ReadonlyArray<ProvedCaller>
  readonly remaining: Readonly<{ [accountId: AccountId]: number }>
}

const entryOf = ({ keyId, requestId, source, apiType, parameters }: Usage) => ({
  keyId,
  requestId,
  source,
  apiType,
  parameters
})

/** As a literal of `text[]`. */
const textArray = (items: Iterable<string>): string => `{${[...items].map((item) => JSON.stringify(item)).join(",")}}`

const encode = (commands: ReadonlyArray<Command>) => {
  const accounts = new Set<string>()
  const closing = new Set<string>()
  const closes: Array<object> = []
  const holds: Array<object> = []
  const records: Array<object> = []
  for (const command of commands) {
    const account = command.accountId
    if (command._tag !== "Record") accounts.add(account)
    switch (command._tag) {
      case "Hold":
        holds.push({
          account,
          hold: command.holdId,
          amount: command.amount,
          keyId: command.keyId,
          deadline: command.deadline,
          proves: command.proves
        })
        break
      case "Settle":
        if (closing.has(command.holdId)) break
        closing.add(command.holdId)
        closes.push({ account, hold: command.holdId, cost: command.cost, ...entryOf(command.usage) })
        break
      case "Release":
        if (closing.has(command.holdId)) break
        closing.add(command.holdId)
        closes.push({ account, hold: command.holdId })
        break
      case "Record":
        records.push({ account, id: command.entryId, ...entryOf(command.usage) })
    }
  }
  return {
    accounts: textArray(accounts),
    closes: JSON.stringify(closes),
    holds: JSON.stringify(holds),
    records: JSON.stringify(records)
  }
}

const nothing: Row = { busyAccounts: [], closedHolds: [], madeHolds: [], refusedHolds: [], callers: [], remaining: {} }

const outcomes = (commands: ReadonlyArray<Command>, row: Row): ReadonlyArray<Outcome> => {
  const busy = new Set(row.busyAccounts)
  const done = new Set([...row.closedHolds, ...row.madeHolds])
  const refusals = new Map(row.refusedHolds.map((refusal) => [refusal.hold, refusal]))
  const callers = new Map(row.callers.map((caller) => [caller.hold, caller]))
  return commands.map((command) => ({
    busy: command._tag !== "Record" && busy.has(command.accountId),
    // Deleted from the set, since of two commands that close one hold the first does it.
    done: command._tag === "Record" || done.delete(command.holdId),
    refusal: command._tag === "Hold" ? (refusals.get(command.holdId) ?? null) : null,
    caller: command._tag === "Hold" ? (callers.get(command.holdId) ?? null) : null,
    remaining: row.remaining[command.accountId] ?? 0
  }))
}

/**
 * Carries the commands out, in one statement: settlements and releases first, then holds in their order, then entries.
 * `at` is the moment at which expiry and deadlines are judged. With `wait` it waits for accounts that another transaction holds; without, their commands come back as busy.
 */
export const makeApply = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (commands: ReadonlyArray<Command>, at: Date, wait: boolean) {
    if (commands.length === 0) return []
    const { accounts, closes, holds, records } = encode(commands)
    const [row] = yield* sql<Row>`
      SELECT * FROM ledger_apply(${accounts}::text[], ${closes}::json, ${holds}::json, ${records}::json, ${at}, ${wait})`
    return outcomes(commands, row ?? nothing)
  })

/** The id under which a command shows in the database once it is done; a release may be repeated and has none. */
export const traceOf = (command: Command): string => {
  switch (command._tag) {
    case "Hold":
      return command.holdId
    case "Settle":
      return command.holdId.replace(/^[a-z]+/, "use")
    case "Record":
      return command.entryId
    case "Release":
      return ""
  }
}
