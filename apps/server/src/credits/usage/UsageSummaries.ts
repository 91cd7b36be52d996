/**
 * Counts the free calls of accounts that have used up their storage. One entry then stands for the calls of some minutes
 * with the same key and API type, so that the history still says how many there were.
 */
import type { AccountId } from "@heddle/api"
import type { UsageDetails } from "../ledger/LedgerCommands.ts"

export const summaryMinutes = 5

export interface Summary {
  readonly accountId: AccountId
  readonly usage: UsageDetails
}

interface Group {
  readonly accountId: AccountId
  readonly usage: UsageDetails
  calls: number
}

export const makeSummaries = () => {
  const groups = new Map<string, Group>()

  /** Returns whether this is the first call since the summaries were taken. */
  const add = (accountId: AccountId, usage: UsageDetails): boolean => {
    const isFirst = groups.size === 0
    const name = JSON.stringify([accountId, usage.keyId, usage.source, usage.apiType])
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { accountId, usage, calls: 1 })
    else group.calls += 1
    return isFirst
  }

  const takeAll = (): ReadonlyArray<Summary> => {
    const summaries = [...groups.values()].map(({ accountId, usage, calls }) => ({
      accountId,
      usage: { ...usage, requestId: null, parameters: { calls, per: `${summaryMinutes} minutes` } }
    }))
    groups.clear()
    return summaries
  }

  return { add, takeAll }
}
