export type StoreName = "redis" | "ioredis" | "pg" | "postgres" | "postgres, in the handler's transaction"

export type CrashPoint =
  | "before claim"
  | "after claim"
  | "in handler"
  | "in transaction"
  | "after transaction"
  | "before complete"
  | "after complete"

/** What a delivering process is to do. */
export interface Task {
  readonly store: StoreName
  readonly url: string
  /** Of keys, or the name of the table. */
  readonly space: string
  /**
   * `burst`: one event, `deliveries` times at once, after a line on its input; a second line ends the handler.
   * `stream`: ever new events in that many lanes. `one`: one event.
   */
  readonly mode: "burst" | "stream" | "one"
  readonly deliveries: number
  readonly crashAt?: CrashPoint
  /** A file that gets a line for every step. */
  readonly log: string
}
