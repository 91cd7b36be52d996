/** What a client is made with, and what a single call can have besides its parameters. */

export interface RetryPolicy {
  /** Further tries after the first. */
  readonly maxRetries: number
  /** A call that is asked to wait longer fails instead. */
  readonly maxRetryAfterSeconds: number
  /** Between 0 and 1; for tests. */
  readonly random: () => number
  /** Rejects with the signal's reason when the signal aborts; for tests. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}

export interface HeddleOptions extends Partial<RetryPolicy> {
  readonly apiKey: string
  /** The address of the server, such as `https://heddle.example`. */
  readonly baseUrl: string
  /** For each try, and for silence in a stream; 60 if absent. */
  readonly timeoutSeconds?: number
  /** Instead of the global one. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Instead of one that the client makes: to repeat a call of another process, or one that failed. */
  readonly idempotencyKey?: string | undefined
}
