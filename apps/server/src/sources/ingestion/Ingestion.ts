/**
 * Writes source changes to the store, in batches. Input lines are untrusted and validated one by one: an invalid line
 * never stops the valid ones (decisions, "Ingest format").
 */
import { Context, Effect, Layer, Result, Schema, Stream } from "effect"
import { AuthorStore } from "../../store/authors/AuthorStore.ts"
import type { IngestOutcome } from "../../store/posts/PostState.ts"
import { PostStore } from "../../store/posts/PostStore.ts"
import { PostMaintenance } from "../../store/retention/PostMaintenance.ts"
import { now } from "../../runtime/Time.ts"
import { inputFaults } from "../../runtime/SchemaMessages.ts"
import { Change } from "../../store/Change.ts"
import { type Line, linesOf } from "./Lines.ts"

const batchSize = 500
/** From this many new posts on, searches would be slow until the hourly maintenance, so the term indexes are flushed now. */
const bulkPosts = 2_000
/** Errors listed in a summary; `rejected` counts all of them. */
const maxListedErrors = 100

export const LineError = Schema.Struct({ line: Schema.Int, message: Schema.String })

/** `accepted` = created; the sum of the five counts is the number of lines. */
export const IngestSummary = Schema.Struct({
  accepted: Schema.Int,
  updated: Schema.Int,
  deleted: Schema.Int,
  ignored: Schema.Int,
  rejected: Schema.Int,
  errors: Schema.Array(LineError)
})
export type IngestSummary = typeof IngestSummary.Type

export interface Origin {
  readonly source: string
  readonly urlTemplate: string
}

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
      const posts = yield* PostStore
      const authors = yield* AuthorStore
      const maintenance = yield* PostMaintenance

      const write = Effect.fn("Ingestion.write")(function* (changes: ReadonlyArray<Change>, origin: Origin) {
        const receivedAt = yield* now
        const authorOutcomes = yield* authors.apply(
          changes.flatMap((change) => (change.type === "user" ? [{ change, receivedAt }] : []))
        )
        const postOutcomes = yield* posts.apply(
          changes.flatMap((change) => (change.type === "user" ? [] : [{ ...origin, change, receivedAt }]))
        )
        const nextAuthor = authorOutcomes[Symbol.iterator]()
        const nextPost = postOutcomes[Symbol.iterator]()
        return changes.map(
          (change): IngestOutcome => (change.type === "user" ? nextAuthor : nextPost).next().value ?? "ignored"
        )
      })

      const ingest = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>, origin: Origin) =>
        linesOf(bytes).pipe(
          Stream.zipWithIndex,
          Stream.filter(([line]) => !isBlank(line)),
          Stream.grouped(batchSize),
          Stream.mapEffect((batch) =>
            Effect.gen(function* () {
              const parsed = batch.map(([line, index]) => ({
                line: index + 1,
                result: Result.flatMap(line, parseLine)
              }))
              const changes = parsed.flatMap(({ result }) => (Result.isSuccess(result) ? [result.success] : []))
              const errors = parsed.flatMap(({ line, result }) =>
                Result.isFailure(result) ? [{ line, message: result.failure }] : []
              )
              return { outcomes: yield* write(changes, origin), errors }
            })
          ),
          Stream.runFold(
            () => emptySummary,
            (summary, { outcomes, errors }) => summarize(summary, outcomes, errors)
          ),
          Effect.tap(({ accepted }) => (accepted >= bulkPosts ? maintenance.flushTermIndexes : Effect.void))
        )

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

const decode = Schema.decodeUnknownResult(Change, { errors: "all" })
const changeTypes = new Set<unknown>(["user", "post", "delete"])

const parseLine = (text: string): Result.Result<Change, string> => {
  const json = Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => "not a JSON value; put one object on one line"
  })
  if (Result.isFailure(json)) return Result.fail(json.failure)
  const type =
    typeof json.success === "object" && json.success !== null && "type" in json.success ? json.success.type : undefined
  if (!changeTypes.has(type)) return Result.fail('type: must be "user", "post" or "delete"')
  return Result.mapError(decode(json.success), ({ issue }) =>
    inputFaults(issue)
      .map(({ path, message }) => `${path.join(".")}: ${message}`)
      .join("; ")
  )
}
