/**
 * The ledger's commands, and the one statement that executes them: the database function `ledger_apply`, for any number
 * of accounts in one round trip and one commit.
 */
import type { AccountId, KeyId, PlanName, UsageEntryId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { arrayOf } from "../../database/client/Recordset.ts"
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
  /** These three have one element per hold of the batch; null without holds. */
  readonly keysInForce: ReadonlyArray<boolean> | null
  readonly keyNames: ReadonlyArray<string | null> | null
  readonly plans: ReadonlyArray<PlanName | null> | null
  readonly balanceAccounts: ReadonlyArray<AccountId>
  /** Null for a batch of holds alone. */
  readonly balances: ReadonlyArray<number> | null
}

const entryOf = ({ keyId, requestId, source, apiType, parameters }: UsageDetails) => ({
  keyId,
  requestId,
  source,
  apiType,
  parameters
})

const encode = (commands: ReadonlyArray<Command>) => {
  const accounts = new Set<string>()
  const closing = new Set<string>()
  const closes: Array<object> = []
  const holds: Array<Hold> = []
  const records: Array<object> = []
  for (const command of commands) {
    const account = command.accountId
    if (command._tag !== "Record") accounts.add(account)
    switch (command._tag) {
      case "Hold":
        holds.push(command)
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
    accounts: [...accounts],
    closes: JSON.stringify(closes),
    holds,
    records: JSON.stringify(records)
  }
}

const emptyRow: Row = {
  busyAccounts: [],
  closedHolds: [],
  madeHolds: [],
  refusedHolds: [],
  keysInForce: null,
  keyNames: null,
  plans: null,
  balanceAccounts: [],
  balances: null
}

const resultsOf = (commands: ReadonlyArray<Command>, row: Row): ReadonlyArray<CommandResult> => {
  const busy = new Set(row.busyAccounts)
  const done = new Set([...row.closedHolds, ...row.madeHolds])
  const rejections = new Map(row.refusedHolds.map((rejection) => [rejection.hold, rejection]))
  const balances = new Map(row.balances?.map((balance, index) => [row.balanceAccounts[index], balance]))
  let holds = 0
  const callerOf = ({ proves }: Hold): VerifiedCaller | null => {
    const index = holds++
    return proves === null
      ? null
      : {
          inForce: row.keysInForce?.[index] ?? false,
          keyName: row.keyNames?.[index] ?? null,
          plan: row.plans?.[index] ?? null
        }
  }
  return commands.map((command) => ({
    busy: command._tag !== "Record" && busy.has(command.accountId),
    // Deleted from the set: when two commands close one hold, only the first succeeds.
    done: command._tag === "Record" || done.delete(command.holdId),
    rejection: command._tag === "Hold" ? (rejections.get(command.holdId) ?? null) : null,
    caller: command._tag === "Hold" ? callerOf(command) : null,
    remaining: balances.get(command.accountId) ?? 0
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
      SELECT * FROM ledger_apply(${arrayOf("text", accounts)}, ${closes}::json,
        ${arrayOf(
          "text",
          holds.map(({ accountId }) => accountId)
        )},
        ${arrayOf(
          "text",
          holds.map(({ holdId }) => holdId)
        )},
        ${arrayOf(
          "bigint",
          holds.map(({ amount }) => amount)
        )},
        ${arrayOf(
          "text",
          holds.map(({ keyId }) => keyId)
        )},
        ${arrayOf(
          "text",
          holds.map(({ process }) => process)
        )},
        ${arrayOf(
          "timestamptz",
          holds.map(({ deadline }) => deadline)
        )},
        ${arrayOf(
          "text",
          holds.map(({ proves }) => proves)
        )},
        ${records}::json, ${at}, ${wait})`
    return resultsOf(commands, row ?? emptyRow)
  })

/** No command: succeeds where credits can move, and not where the database takes no writes. */
export const probeLedger = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT 1 FROM ledger_apply('{}', '[]', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '[]', now(), false)`
)

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
