/** The credits of one account as the decisions describe them (2 and 5): grants that end, and holds that come back. */
interface Grant {
  left: number
  readonly expires: number
}

/** What a hold took of which grant. */
export type Hold = ReadonlyArray<readonly [Grant, number]>

export const eventPrice = 20

/** The same day of the next month, or its last day. */
export const monthAfter = (time: number): number => {
  const date = new Date(time)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  const next = new Date(time)
  next.setUTCDate(1)
  next.setUTCMonth(date.getUTCMonth() + 1)
  next.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return next.getTime()
}

export class Wallet {
  private readonly grants: Array<Grant> = []
  private plan: { readonly hasWebhooks: boolean; readonly ends: number } = { hasWebhooks: false, ends: 0 }

  give(credits: number, at: number): void {
    this.grants.push({ left: credits, expires: monthAfter(at) })
  }

  /** A plan starts a new period now and ends the one before. */
  begin(hasWebhooks: boolean, at: number): void {
    this.plan = { hasWebhooks, ends: monthAfter(at) }
  }

  get planEnds(): number {
    return this.plan.ends
  }

  hasWebhooks(at: number): boolean {
    return this.plan.hasWebhooks && at < this.plan.ends
  }

  private spendable(at: number): ReadonlyArray<Grant> {
    return this.grants.filter(({ expires }) => at < expires).toSorted((a, b) => a.expires - b.expires)
  }

  available(at: number): number {
    return this.spendable(at).reduce((sum, { left }) => sum + left, 0)
  }

  /** Takes the price of an event from the grants that end soonest; null when they do not cover it. */
  hold(at: number): Hold | null {
    if (this.available(at) < eventPrice) return null
    let needed = eventPrice
    return this.spendable(at).map((grant) => {
      const taken = Math.min(grant.left, needed)
      grant.left -= taken
      needed -= taken
      return [grant, taken] as const
    })
  }

  release(hold: Hold): void {
    for (const [grant, taken] of hold) grant.left += taken
  }
}
