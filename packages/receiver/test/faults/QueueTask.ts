/** What a process of the queue is to do. */
export interface QueueTask {
  /** `receive`: accepts one event and ends. `work`: runs jobs until it is killed. */
  readonly role: "receive" | "work"
  readonly url: string
  /** The name of the table of events. */
  readonly space: string
  readonly lanes: number
  /** Whether each run throws. */
  readonly failing: boolean
  /** `before statement 1`, `after statement 2`, `in handler`. */
  readonly crashAt?: string
  /** A file that gets a line for every step. */
  readonly log: string
}
