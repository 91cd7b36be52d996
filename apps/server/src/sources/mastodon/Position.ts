/** Which ids of an instance were read. The stored cursor may only pass what is certainly read. */
import type { SourceBatch } from "../../store/batches/SourceBatch.ts"
import { type InstanceBatch, laterId } from "./StatusBatch.ts"

/** Before the first post of an instance that has none yet. */
const beforeAll = "0"

export class Position {
  #read: string
  #streamed: string | null = null
  #isComplete = false

  constructor(cursor: string | null) {
    this.#read = cursor ?? beforeAll
  }

  get cursor(): string {
    return this.#read
  }

  /** A page of the timeline, which has no gaps. */
  page({ batch, latest }: InstanceBatch): SourceBatch {
    if (latest !== null) this.#read = laterId(this.#read, latest)
    return { ...batch, cursor: this.#read }
  }

  /** The pages have reached what the stream began with. */
  complete(): void {
    this.#isComplete = true
  }

  streamed({ batch, latest }: InstanceBatch): SourceBatch {
    if (latest !== null) this.#streamed = this.#streamed === null ? latest : laterId(this.#streamed, latest)
    if (!this.#isComplete || this.#streamed === null) return batch
    this.#read = laterId(this.#read, this.#streamed)
    return { ...batch, cursor: this.#read }
  }
}
