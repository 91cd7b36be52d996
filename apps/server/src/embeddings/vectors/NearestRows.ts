/** The nearest of what was found so far; pure. */
import { compareCodes } from "../../store/posts/CodeOrder.ts"

export interface NearestRow {
  readonly postedAt: Date
  readonly code: string
  /** Cosine distance, from 0 to 2. */
  readonly distance: number
}

/** Nearest first; ties newest first, then by code. */
export const byDistance = (a: NearestRow, b: NearestRow): number =>
  a.distance - b.distance || b.postedAt.getTime() - a.postedAt.getTime() || compareCodes(a.code, b.code)

/** Keeps the nearest `count` of all rows added. */
export class NearestRows {
  readonly #count: number
  #rows: ReadonlyArray<NearestRow> = []

  constructor(count: number) {
    this.#count = count
  }

  get rows(): ReadonlyArray<NearestRow> {
    return this.#rows
  }

  /** The distance above which no row can be among them any more; null while there are too few. */
  get limit(): number | null {
    return this.#rows.length < this.#count ? null : (this.#rows.at(-1)?.distance ?? null)
  }

  add(rows: ReadonlyArray<NearestRow>): void {
    if (rows.length === 0) return
    this.#rows = [...this.#rows, ...rows].toSorted(byDistance).slice(0, this.#count)
  }
}
