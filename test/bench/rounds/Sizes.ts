/** How much the benchmark does. */
export interface Sizes {
  /** Of the window of 72 hours. */
  readonly posts: number
  /** Also measured with a tenth and a hundredth of them. */
  readonly rules: number
  /** Posts that change between two rounds; also measured with a tenth of them. */
  readonly changed: number
  /** Accounts of the round in which nothing has changed. */
  readonly idleAccounts: number
  /** Accounts of the largest round. */
  readonly mostAccounts: number
  readonly events: number
  /** Accounts that share these events. */
  readonly eventAccounts: number
  /** Trending rules that no post reaches, of one account. */
  readonly unreached: number
  /** Of the window on the embedded database. */
  readonly embeddedPosts: number
  readonly turns: number
}

export const rulesEach = 10

/** A whole percentage of the full sizes. */
export const sizesOf = (percent: number, turns: number): Sizes => {
  const of = (full: number) => Math.max(1, Math.floor((full * percent) / 100))
  return {
    posts: of(1_000_000),
    rules: of(100_000),
    changed: of(100_000),
    idleAccounts: of(5_000),
    mostAccounts: of(40_000),
    events: of(5_000),
    eventAccounts: of(1_000),
    unreached: of(20_000),
    embeddedPosts: of(100_000),
    turns
  }
}
