/** What the overview makes of a balance. */
import type { PortalBalance } from "@heddle/api/portal/Usage"

export interface Grants {
  readonly key: string
  readonly kind: PortalBalance["grants"][number]["kind"]
  readonly total: number
  readonly remaining: number
  readonly expiresAt: string
}

/** Grants of one kind that expire on the same day are one part of the bar: a top-up may be bought many times. */
export const grantsOf = ({ grants }: PortalBalance): ReadonlyArray<Grants> => {
  const parts = new Map<string, Grants>()
  for (const { kind, total, remaining, expiresAt } of grants) {
    const key = `${kind} ${expiresAt.slice(0, 10)}`
    const before = parts.get(key)
    parts.set(key, {
      key,
      kind,
      total: total + (before?.total ?? 0),
      remaining: remaining + (before?.remaining ?? 0),
      expiresAt
    })
  }
  return [...parts.values()]
}

const week = 7 * 86_400_000

/** Whether adding credits is what to do now. */
export const isLow = ({ remaining, runway }: PortalBalance, now: Date): boolean =>
  remaining === 0 || (runway.ends === "used up" && runway.at !== null && Date.parse(runway.at) - now.getTime() < week)
