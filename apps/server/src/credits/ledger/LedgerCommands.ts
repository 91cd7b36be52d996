/**
 * The ledger's commands, and the one statement that executes them: the database function `ledger_apply`, for any number
 * of accounts in one round trip and one commit.
 */
import type { AccountId, KeyId, PlanName, UsageEntryId } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ProcessId, ReservationId } from "../../runtime/Ids.ts"

/** What the usage history records of a call or an event. */
export interface UsageDetails {
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
  readonly usage: UsageDetails
}

/** Reserves credits. Without a deadline the hold stays until it is settled or released. */
export interface Hold {
  readonly _tag: "Hold"
  readonly accountId: AccountId
  readonly holdId: ReservationId
  readonly amount: number
  readonly keyId: KeyId | null
  /** The hold ends with this process; null for one that outlives it. */
  readonly process: ProcessId | null
  readonly deadline: Date | null
  /** `key`: only if the caller's key is in force. `plan`: only if a plan is in force as well. Null: there is no caller. */
  readonly proves: "key" | "plan" | null
}

/** The caller of a hold, at that moment. */
export interface VerifiedCaller {
  readonly hold: ReservationId
  /** False when the key is not in force. */
  readonly inForce: boolean
  readonly keyName: string | null
  readonly plan: PlanName | null
}

/** Charges a hold and returns the rest. */
export interface Settle extends Charge {
  readonly _tag: "Settle"
  readonly accountId: AccountId
}

/** Returns a hold in full. */
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
  readonly usage: UsageDetails
}

export type Command = Hold | Settle | Release | RecordUsage

/** Why a hold was not made. */
export interface RejectedHold {
  readonly hold: ReservationId
  /** Credits the account could spend. */
  readonly available: number
  /** What is left of the key's monthly limit; null without a limit. */
  readonly budgetLeft: number | null
  readonly creditLimit: number | null
}

export interface CommandResult {
  /** Another transaction has locked the account; nothing was done. */
  readonly busy: boolean
  /** The hold was made or closed; always true for entries. */
  readonly done: boolean
  readonly rejection: RejectedHold | null
  /** Null for a hold without a caller, and for one that was found committed after a lost connection. */
  readonly caller: VerifiedCaller | null
  /** Credits the account can spend after the whole batch. */
  readonly remaining: number
}

interface Row {
  readonly busyAccounts: ReadonlyArray<string>
  readonly closedHolds: ReadonlyArray<string>
  readonly madeHolds: ReadonlyArray<string>
  readonly refusedHolds: ReadonlyArray<RejectedHold>
  readonly callers: ReadonlyArray<VerifiedCaller>
  readonly remaining: Readonly<{ [accountId: AccountId]: number }>
}

const entryOf = ({ keyId, requestId, source, apiType, parameters }: UsageDetails) => ({
  keyId,
  requestId,
  source,
  apiType,
  parameters
})

/** A literal of type `text[]`. */
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
          process: command.process,
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

const emptyRow: Row = { busyAccounts: [], closedHolds: [], madeHolds: [], refusedHolds: [], callers: [], remaining: {} }

const resultsOf = (commands: ReadonlyArray<Command>, row: Row): ReadonlyArray<CommandResult> => {
  const busy = new Set(row.busyAccounts)
  const done = new Set([...row.closedHolds, ...row.madeHolds])
  const rejections = new Map(row.refusedHolds.map((rejection) => [rejection.hold, rejection]))
  const callers = new Map(row.callers.map((caller) => [caller.hold, caller]))
  return commands.map((command) => ({
    busy: command._tag !== "Record" && busy.has(command.accountId),
    // Deleted from the set: when two commands close one hold, only the first succeeds.
    done: command._tag === "Record" || done.delete(command.holdId),
    rejection: command._tag === "Hold" ? (rejections.get(command.holdId) ?? null) : null,
    caller: command._tag === "Hold" ? (callers.get(command.holdId) ?? null) : null,
    remaining: row.remaining[command.accountId] ?? 0
  }))
}

/**
 * Executes the commands in one statement: settlements and releases first, then holds in their order, then entries.
 * Expiry and deadlines are judged at `at`. With `wait` it waits for accounts that another transaction has locked;
 * otherwise their commands return `busy`.
 */
export const makeApply = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function* (commands: ReadonlyArray<Command>, at: Date, wait: boolean) {
    if (commands.length === 0) return []
    const { accounts, closes, holds, records } = encode(commands)
    const [row] = yield* sql<Row>`
      SELECT * FROM ledger_apply(${accounts}::text[], ${closes}::json, ${holds}::json, ${records}::json, ${at}, ${wait})`
    return resultsOf(commands, row ?? emptyRow)
  })

/** The id of the row that proves a command was committed. A release has none: it is safe to repeat. */
export const recordIdOf = (command: Command): string => {
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
