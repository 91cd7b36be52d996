/**
 * The models whose vectors are stored. Owns `embedding_models`. The wanted model is the one of the settings of the process
 * that started last; the active one, whose vectors answer, is the one activated last. They differ while the wanted one's
 * vectors are being made.
 */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { dayMillis, now, plusMillis } from "../../runtime/Time.ts"
import type { ModelSettings, Vector } from "../providers/Provider.ts"
import { makeLibraryVectors } from "./LibraryVectors.ts"
import { makeVectorTables } from "./VectorTables.ts"
import { isSameModel, type ProbedModel } from "../models/ProbedEmbedder.ts"

export interface EmbeddingModel extends ProbedModel {
  readonly id: number
  readonly dimensions: number
  /** Null before its first use. */
  readonly activatedAt: Date | null
  /** Since when its vectors have an index; null without one. */
  readonly indexedAt: Date | null
  readonly wantedAt: Date
  readonly workedAt: Date
  /** Vectors of posts deleted before are gone. */
  readonly cleanedUntil: Date
}

type ModelRow = Omit<EmbeddingModel, "probe"> & { readonly probe: string }

/** A process that has a lease takes it again every ten seconds. */
export const leaseRenewal = "10 seconds"
const leaseSeconds = 30

const newest = (
  models: ReadonlyArray<EmbeddingModel>,
  timeOf: (model: EmbeddingModel) => Date | null
): Option.Option<EmbeddingModel> =>
  Option.fromUndefinedOr(
    models
      .filter((model) => timeOf(model) !== null)
      .toSorted((a, b) => Number(timeOf(b)) - Number(timeOf(a)) || b.id - a.id)
      .at(0)
  )

export const activeOf = (models: ReadonlyArray<EmbeddingModel>) => newest(models, ({ activatedAt }) => activatedAt)
export const wantedOf = (models: ReadonlyArray<EmbeddingModel>) => newest(models, ({ wantedAt }) => wantedAt)

export class EmbeddingModels extends Context.Service<
  EmbeddingModels,
  {
    readonly all: Effect.Effect<ReadonlyArray<EmbeddingModel>>
    /** Makes this the wanted model. One with these settings and this probe has its row already, or gets one with tables. */
    want(settings: ModelSettings, probe: Vector): Effect.Effect<EmbeddingModel>
    /** Takes or keeps the right to fill a model's tables; false while another process has it. */
    lease(model: EmbeddingModel, process: string): Effect.Effect<boolean>
    /** Gives up what this process has leased. */
    release(process: string): Effect.Effect<void>
    /** Lets the model answer from now on: one row. */
    activate(model: EmbeddingModel): Effect.Effect<void>
    markIndexed(model: EmbeddingModel): Effect.Effect<void>
    markCleaned(model: EmbeddingModel, until: Date): Effect.Effect<void>
    /** Deletes a model with its vectors. */
    drop(model: EmbeddingModel): Effect.Effect<void>
  }
>()("@heddle/server/embeddings/models/EmbeddingModels") {
  static readonly layer = Layer.effect(
    EmbeddingModels,
    Effect.map(SqlClient.SqlClient, (sql) => {
      const tables = makeVectorTables(sql)
      const library = makeLibraryVectors(sql)

      const all = sql<ModelRow>`
        SELECT id, name, dimensions, asked_dimensions, query_prefix, document_prefix, probe, activated_at,
          indexed_at, wanted_at, worked_at, cleaned_until
        FROM embedding_models ORDER BY id`.pipe(
        Effect.map((rows) => rows.map((row): EmbeddingModel => ({ ...row, probe: parseProbe(row.probe) }))),
        Effect.orDie
      )

      const insert = Effect.fnUntraced(function* (settings: ModelSettings, probe: Vector, time: Date) {
        const [row] = yield* sql<{ id: number }>`
          INSERT INTO embedding_models (name, dimensions, asked_dimensions, query_prefix, document_prefix, probe,
            created_at, wanted_at, worked_at, cleaned_until)
          VALUES (${settings.name}, ${probe.length}, ${settings.askedDimensions},
            ${settings.queryPrefix}, ${settings.documentPrefix}, ${JSON.stringify(probe)},
            ${time}, ${time}, ${time}, ${plusMillis(time, -dayMillis)})
          RETURNING id`
        const id = row?.id ?? 0
        const table = { id, dimensions: probe.length }
        yield* tables.create(table)
        yield* library.create(table)
        return id
      })

      const want = Effect.fn("EmbeddingModels.want")(function* (settings: ModelSettings, probe: Vector) {
        const time = yield* now
        const id = yield* atomically(
          sql,
          Effect.gen(function* () {
            yield* sql`LOCK TABLE embedding_models IN SHARE ROW EXCLUSIVE MODE`
            const known = (yield* all).find(
              (model) => isSameSettings(model, settings) && isSameModel(model.probe, probe)
            )
            if (known === undefined) return yield* insert(settings, probe, time)
            yield* sql`
              UPDATE embedding_models SET wanted_at = ${time}, query_prefix = ${settings.queryPrefix}
              WHERE id = ${known.id}`
            return known.id
          })
        )
        return yield* Effect.orDie(Effect.fromOption(Option.fromUndefinedOr((yield* all).find((one) => one.id === id))))
      })

      // Only one process can open the embedded database, so the process that had the lease is dead.
      const isFree = sql.driver === "pglite" ? sql`true` : sql`leased_until < clock_timestamp()`

      // By the clock of the database, because those of the processes may differ.
      const lease = (model: EmbeddingModel, process: string) =>
        Effect.flatMap(
          now,
          (time) => sql`
            UPDATE embedding_models SET worker = ${process}, worked_at = ${time},
              leased_until = clock_timestamp() + ${leaseSeconds} * interval '1 second'
            WHERE id = ${model.id} AND (worker = ${process} OR ${isFree}) RETURNING 1`
        ).pipe(
          Effect.map((rows) => rows.length > 0),
          Effect.orDie
        )

      const release = (process: string) =>
        Effect.orDie(
          sql`UPDATE embedding_models SET worker = NULL, leased_until = '-infinity' WHERE worker = ${process}`
        )

      const activate = Effect.fn("EmbeddingModels.activate")(function* ({ id }: EmbeddingModel) {
        const time = yield* now
        yield* sql`UPDATE embedding_models SET activated_at = ${time} WHERE id = ${id}`
      }, Effect.orDie)

      const markIndexed = Effect.fnUntraced(function* ({ id }: EmbeddingModel) {
        const time = yield* now
        yield* sql`UPDATE embedding_models SET indexed_at = ${time} WHERE id = ${id} AND indexed_at IS NULL`
      }, Effect.orDie)

      const markCleaned = ({ id }: EmbeddingModel, until: Date) =>
        Effect.orDie(sql`UPDATE embedding_models SET cleaned_until = ${until} WHERE id = ${id}`)

      const drop = Effect.fn("EmbeddingModels.drop")(function* (model: EmbeddingModel) {
        yield* atomically(
          sql,
          Effect.all([
            sql`DELETE FROM embedding_models WHERE id = ${model.id}`,
            tables.drop(model),
            library.drop(model)
          ])
        )
      })

      return EmbeddingModels.of({ all, want, lease, release, activate, markIndexed, markCleaned, drop })
    })
  )
}

const parseProbe = (text: string): Vector => JSON.parse(text)

/** The prefix of queries is no part of what was stored. */
export const isSameSettings = (one: ModelSettings, other: ModelSettings): boolean =>
  one.name === other.name &&
  one.askedDimensions === other.askedDimensions &&
  one.documentPrefix === other.documentPrefix
