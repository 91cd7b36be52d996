/**
 * A whole world evaluated slowly and plainly, from the description and the decisions (4, 5 and 9) alone: every round looks
 * at every rule and every post there is. It knows no cursor, no index and no state of an account but its credits.
 */
import type { AccountId, EndpointId, RuleId } from "@heddle/api"
import { type Counts, demands, type Post, type Thresholds } from "./Demand.ts"
import { eventPrice, type Hold, Wallet } from "./Wallet.ts"

const dayMillis = 24 * 3_600_000

export interface OraclePost extends Post {
  readonly code: string
  readonly isReply: boolean
  readonly observedAt: number
}

interface OracleEndpoint {
  readonly id: EndpointId
  readonly account: AccountId
  readonly cap: number | null
  /** What the events of each day have cost. */
  readonly spent: Map<number, number>
}

export interface OracleRule {
  readonly id: RuleId
  readonly endpoint: OracleEndpoint
  readonly wanted: Thresholds
  /** The posts that it never sends. */
  readonly leftOut: ReadonlySet<string>
}

interface OracleEvent {
  readonly name: string
  readonly rule: OracleRule
  readonly code: string
  readonly hold: Hold
  state: "scheduled" | "sent" | "cancelled"
}

export const nameOf = (ruleId: string, code: string): string => `${ruleId} ${code}`

export class Oracle {
  readonly wallets = new Map<AccountId, Wallet>()
  readonly endpoints: Array<OracleEndpoint> = []
  readonly rules: Array<OracleRule> = []
  private readonly posts = new Map<string, OraclePost>()
  private readonly deleted = new Set<string>()
  private readonly events = new Map<string, OracleEvent>()

  wallet(account: AccountId): Wallet {
    const wallet = this.wallets.get(account) ?? new Wallet()
    this.wallets.set(account, wallet)
    return wallet
  }

  /** The first report makes the post; a later one changes its counts, unless it was observed before the last one. */
  report(post: OraclePost, at: number): void {
    if (this.deleted.has(post.code)) return
    const observedAt = Math.min(post.observedAt, at)
    const known = this.posts.get(post.code)
    if (known === undefined) {
      this.posts.set(post.code, { ...post, observedAt, postedAt: Math.min(post.postedAt, at) })
    } else if (observedAt >= known.observedAt) {
      const { likes, replies, views }: Counts = post
      this.posts.set(post.code, { ...known, likes, replies, views, observedAt })
    }
  }

  delete(code: string): void {
    this.posts.delete(code)
    this.deleted.add(code)
  }

  /** The posts that a rule demands now. */
  existing(wanted: Thresholds, at: number): ReadonlySet<string> {
    return new Set([...this.posts.values()].filter((post) => demands(wanted, post, at)).map(({ code }) => code))
  }

  removeRules(isRemoved: (rule: OracleRule) => boolean): void {
    for (const rule of this.rules.filter(isRemoved)) {
      this.rules.splice(this.rules.indexOf(rule), 1)
      for (const event of this.scheduled()) if (event.rule === rule) this.cancel(event)
    }
  }

  private scheduled(): ReadonlyArray<OracleEvent> {
    return [...this.events.values()].filter(({ state }) => state === "scheduled")
  }

  private cancel(event: OracleEvent): void {
    event.state = "cancelled"
    this.wallet(event.rule.endpoint.account).release(event.hold)
  }

  /**
   * The events that a round makes for an account, in order. The order of events of posts of the very same time is open, so
   * there the oracle follows `made`, what the service made.
   */
  round(account: AccountId, made: ReadonlyArray<string>, at: number): ReadonlyArray<string> {
    const wallet = this.wallet(account)
    if (!wallet.hasWebhooks(at)) return []
    const place = (name: string) => (made.includes(name) ? made.indexOf(name) : made.length)
    const wanted = this.rules
      .filter(({ endpoint }) => endpoint.account === account)
      .flatMap((rule) =>
        [...this.posts.values()]
          .filter((post) => demands(rule.wanted, post, at) && !rule.leftOut.has(post.code))
          .map((post) => ({ name: nameOf(rule.id, post.code), rule, post }))
      )
      .filter(({ name }) => !this.events.has(name))
      .toSorted((a, b) => a.post.postedAt - b.post.postedAt || place(a.name) - place(b.name))
    const names: Array<string> = []
    const today = Math.floor(at / dayMillis)
    for (const { name, rule, post } of wanted) {
      const { cap, spent } = rule.endpoint
      const cost = (spent.get(today) ?? 0) + eventPrice
      if (cap !== null && cost > cap) continue
      const hold = wallet.hold(at)
      if (hold === null) break
      spent.set(today, cost)
      this.events.set(name, { name, rule, code: post.code, hold, state: "scheduled" })
      names.push(name)
    }
    return names
  }

  /** Sends everything. Returns the posts of the events as they are now; events of deleted posts are cancelled. */
  send(): ReadonlyMap<string, { readonly rule: OracleRule; readonly post: OraclePost }> {
    const sent = new Map<string, { readonly rule: OracleRule; readonly post: OraclePost }>()
    for (const event of this.scheduled()) {
      const post = this.posts.get(event.code)
      if (post === undefined) this.cancel(event)
      else {
        event.state = "sent"
        sent.set(event.name, { rule: event.rule, post })
      }
    }
    return sent
  }

  /** What the account's unsent events hold. */
  held(account: AccountId): number {
    return this.scheduled().filter(({ rule }) => rule.endpoint.account === account).length * eventPrice
  }
}
