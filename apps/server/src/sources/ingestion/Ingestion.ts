/**
 * Writes source changes to the store, in batches. Input lines are untrusted and validated one by one: an invalid line
 * never stops the valid ones (decisions, "Ingest format").
 */
import { Context, Effect, Layer, Option, Result, Stream } from "effect"
import { ChangeWriter } from "../../store/writing/ChangeWriter.ts"
import type { Change } from "../../store/Change.ts"
import type { IngestOutcome, Origin } from "../../store/posts/PostState.ts"
import { PostMaintenance } from "../../store/retention/PostMaintenance.ts"
import type { IngestSummary } from "./IngestSummary.ts"
import { type Line, linesOf, readLine } from "./Lines.ts"

const batchSize = 500
/** Of a source that sends few lines. */
const patience = "1 second"
/** From this many new posts on, searches would be slow until the hourly maintenance, so a part of it is done now. */
const bulkPosts = 2_000
/** Errors listed in a summary; `rejected` counts all of them. */
const maxListedErrors = 100

export class Ingestion extends Context.Service<
  Ingestion,
  {
    /** Writes changes in order. Returns one outcome per change. */
    write(changes: ReadonlyArray<Change>, origin: Origin): Effect.Effect<ReadonlyArray<IngestOutcome>>
    /** Validates and writes lines of JSON; skips blank lines. Fails only if the stream does. */
    ingest<E, R>(bytes: Stream.Stream<Uint8Array, E, R>, origin: Origin): Effect.Effect<IngestSummary, E, R>
  }
>()("@heddle/server/sources/ingestion/Ingestion") {
  static readonly layer = Layer.effect(
    Ingestion,
    Effect.gen(function* () {
      const writer = yield* ChangeWriter
      const maintenance = yield* PostMaintenance

      const write = Effect.fn("Ingestion.write")(function* (changes: ReadonlyArray<Change>, origin: Origin) {
        const texts = yield* writer.prepare(changes, origin)
        return yield* writer.write(changes, origin, texts)
      })

      const ingest = Effect.fnUntraced(function* <E, R>(bytes: Stream.Stream<Uint8Array, E, R>, origin: Origin) {
        let failure = Option.none<E>()
        // What came before a failure is written.
        const lines = Stream.catch(linesOf(bytes), (error) => {
          failure = Option.some(error)
          return Stream.empty
        })
        const summary = yield* lines.pipe(
          Stream.zipWithIndex,
          Stream.filter(([line]) => !isBlank(line)),
          Stream.groupedWithin(batchSize, patience),
          Stream.mapEffect((batch) =>
            Effect.gen(function* () {
              const parsed = batch.map(([line, index]) => ({
                line: index + 1,
                result: Result.flatMap(line, readLine)
              }))
              const changes = parsed.flatMap(({ result }) => (Result.isSuccess(result) ? [result.success] : []))
              const errors = parsed.flatMap(({ line, result }) =>
                Result.isFailure(result) ? [{ line, message: result.failure }] : []
              )
              return { changes, texts: yield* writer.prepare(changes, origin), errors }
            })
          ),
          // One batch is read and prepared while the database writes the one before it.
          Stream.buffer({ capacity: 1 }),
          Stream.mapEffect(({ changes, texts, errors }) =>
            Effect.map(writer.write(changes, origin, texts), (outcomes) => ({ outcomes, errors }))
          ),
          Stream.runFold(
            () => emptySummary,
            (summary, { outcomes, errors }) => summarize(summary, outcomes, errors)
          )
        )
        if (summary.accepted >= bulkPosts) yield* maintenance.afterBulk
        return Option.isSome(failure) ? yield* Effect.fail(failure.value) : summary
      })

      return Ingestion.of({ write, ingest })
    })
  )
}

const isBlank = (line: Line): boolean => Result.isSuccess(line) && line.success.trim() === ""

const emptySummary: IngestSummary = { accepted: 0, updated: 0, deleted: 0, ignored: 0, rejected: 0, errors: [] }

const summarize = (
  summary: IngestSummary,
  outcomes: ReadonlyArray<IngestOutcome>,
  errors: IngestSummary["errors"]
): IngestSummary => {
  const count = (outcome: IngestOutcome) => summary[outcome] + outcomes.filter((o) => o === outcome).length
  return {
    accepted: count("accepted"),
    updated: count("updated"),
    deleted: count("deleted"),
    ignored: count("ignored"),
    rejected: summary.rejected + errors.length,
    errors: [...summary.errors, ...errors].slice(0, maxListedErrors)
  }
}
