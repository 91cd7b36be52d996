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
  readonly turns: number
}

export const rulesEach = 10

export const fullSizes: Omit<Sizes, "turns"> = {
  posts: 1_000_000,
  rules: 100_000,
  changed: 100_000,
  idleAccounts: 5_000,
  mostAccounts: 40_000,
  events: 5_000,
  eventAccounts: 1_000,
  unreached: 20_000
}

export const quickSizes: Omit<Sizes, "turns"> = {
  posts: 50_000,
  rules: 5_000,
  changed: 5_000,
  idleAccounts: 250,
  mostAccounts: 2_000,
  events: 250,
  eventAccounts: 50,
  unreached: 1_000
}
