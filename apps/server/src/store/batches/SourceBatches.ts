/**
 * Stores the batches of sources. The changes, the records behind the counts, the rejected events and the cursor of a batch
 * commit together, so that whatever ends the process, a batch is stored as a whole or comes again.
 *
 * Whoever stores a batch locks the row of its source first: batches of one source follow each other, also when several
 * processes run the source.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { failpoint } from "../../runtime/Failpoint.ts"
import { dayOf, earlierOf, now } from "../../runtime/Time.ts"
import type { Change, CountChange, NameChange, PostChange } from "../Change.ts"
import { makeInteractionRows } from "../interactions/InteractionRows.ts"
import { InteractionPartitions } from "../interactions/InteractionPartitions.ts"
import {
  type Interaction,
  arrived,
  movesOf,
  recordId,
  recordsToWrite,
  type TouchedRecord,
  touchedBy
} from "../interactions/InteractionStates.ts"
import type { GoneAuthor } from "../authors/RemovedAuthors.ts"
import type { Origin } from "../posts/PostState.ts"
import { AuthorRemoval } from "./AuthorRemoval.ts"
import { ChangeWriter } from "../writing/ChangeWriter.ts"
import type { Texts } from "../writing/PostStore.ts"
import { RejectedEvents } from "./RejectedEvents.ts"
import type { AuthorGone, SourceBatch } from "./SourceBatch.ts"

/** How many changes of a batch had an effect, and how many were older or repeated, or about nothing that is stored. */
export interface BatchOutcome {
  readonly written: number
  readonly ignored: number
}

export class SourceBatches extends Context.Service<
  SourceBatches,
  {
    /** Where the source continues; null if it never stored a cursor. */
    cursorOf(source: string): Effect.Effect<string | null>
    store(batch: SourceBatch, origin: Origin): Effect.Effect<BatchOutcome>
  }
>()("@heddle/server/store/batches/SourceBatches") {
  static readonly layer = Layer.effect(
    SourceBatches,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const writer = yield* ChangeWriter
      const rejected = yield* RejectedEvents
      const partitions = yield* InteractionPartitions
      const removal = yield* AuthorRemoval
      const rows = makeInteractionRows(sql)

      const cursorOf = Effect.fn("SourceBatches.cursorOf")(function* (source: string) {
        const [row] = yield* sql<{ cursor: string | null }>`
          SELECT cursor FROM source_cursors WHERE source = ${source}`
        return row?.cursor ?? null
      }, Effect.orDie)

      const lock = (source: string) => sql`
        INSERT INTO source_cursors AS c (source) VALUES (${source})
        ON CONFLICT (source) DO UPDATE SET source = c.source WHERE false`

      const moveCursor = (source: string, cursor: string, time: Date) => sql`
        UPDATE source_cursors SET cursor = ${cursor}, moved_at = ${time} WHERE source = ${source}`

      /** The records that these interactions change, and those that waited for a post that comes now. */
      const touch = Effect.fnUntraced(function* (
        interactions: ReadonlyArray<Interaction>,
        posts: ReadonlyArray<PostChange>,
        time: Date
      ) {
        const stored = interactions.length === 0 ? [] : yield* rows.read(interactions)
        const touched = new Map<string, TouchedRecord>(
          touchedBy(interactions, new Map(stored.map((record) => [recordId(record), record])))
        )
        const useful = touched.size
        const waiting = posts.length === 0 ? [] : yield* rows.awaiting(posts.map(({ code }) => code))
        for (const record of waiting) {
          const id = recordId(record)
          if (!touched.has(id)) touched.set(id, arrived(record, time.getTime() / 1_000))
        }
        return { touched: [...touched.values()], useful }
      })

      const writeRecords = Effect.fnUntraced(function* (
        touched: ReadonlyArray<TouchedRecord>,
        stored: ReadonlySet<string>,
        today: number
      ) {
        const isStored = (code: string) => stored.has(code)
        const [known, unknown] = [
          touched.filter((record) => record.stored !== undefined),
          touched.filter((record) => record.stored === undefined)
        ].map((records) => recordsToWrite(records, isStored, today))
        if (unknown !== undefined && unknown.length > 0) yield* rows.insert(unknown)
        if (known !== undefined && known.length > 0) yield* rows.update(known)
      })

      const storeLocked = Effect.fnUntraced(function* (
        { changes, rejected: events, cursor }: SourceBatch,
        origin: Origin,
        texts: Texts,
        time: Date
      ) {
        yield* lock(origin.source)
        const { plain, interactions, posts } = parted(changes)
        const { touched, useful } = yield* touch(interactions, posts, time)
        const moves = movesOf(touched)
        const outcomes = yield* writer.write([...plain, ...moves], origin, texts)
        const stored = new Set(
          moves.flatMap(({ code }, index) => (outcomes[plain.length + index] === "updated" ? [code] : []))
        )
        yield* writeRecords(touched, stored, dayOf(time))
        yield* rejected.add(origin.source, events)
        if (cursor !== null) yield* moveCursor(origin.source, cursor, time)
        yield* failpoint("batch.beforeCommit")
        const written = outcomes.slice(0, plain.length).filter((outcome) => outcome !== "ignored").length + useful
        return { written, ignored: plain.length + interactions.length - written }
      })

      const storeAtOnce = Effect.fnUntraced(function* (batch: SourceBatch, origin: Origin) {
        const time = yield* now
        const { plain, names, interactions } = parted(batch.changes)
        const texts = yield* writer.prepare([...names, ...plain], origin)
        if (interactions.length > 0) yield* partitions.ensure(time)
        const outcome = yield* atomically(sql, storeLocked(batch, origin, texts, time))
        yield* failpoint("batch.afterCommit")
        return outcome
      })

      const store = Effect.fn("SourceBatches.store")(function* (batch: SourceBatch, origin: Origin) {
        const { gone } = parted(batch.changes)
        // Too many posts for one transaction, so first: until the cursor moves, all of it comes again.
        if (gone.length > 0) {
          const time = yield* now
          const authors = gone.map(({ author_id, observed_at }) => ({
            authorId: author_id,
            at: earlierOf(observed_at, time)
          }))
          yield* removal.remove(lastOfEach(authors), origin)
        }
        return yield* storeAtOnce(batch, origin)
      })

      return SourceBatches.of({ cursorOf, store })
    })
  )
}

const parted = (changes: SourceBatch["changes"]) => {
  const plain: Array<Change | CountChange> = []
  const interactions: Array<Interaction> = []
  const posts: Array<PostChange> = []
  const names: Array<NameChange> = []
  const gone: Array<AuthorGone> = []
  for (const change of changes) {
    if (change.type === "interaction") interactions.push(change)
    else if (change.type === "author_gone") gone.push(change)
    else if (change.type === "name") names.push(change)
    else plain.push(change)
    if (change.type === "post") posts.push(change)
  }
  return { plain, names, interactions, posts, gone }
}

const lastOfEach = (gone: ReadonlyArray<GoneAuthor>): ReadonlyArray<GoneAuthor> => [
  ...new Map(gone.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((one) => [one.authorId, one])).values()
]
