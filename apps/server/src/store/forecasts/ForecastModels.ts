/** The trained models. Every process uses the newest of each metric, and finds a newer one within half a minute. */
import { type ForecastMetric, ForecastMetric as Metrics } from "@heddle/api"
import { type Model, priorModel, readModel } from "@heddle/forecast"
import { Context, Effect, Layer, Result } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { now } from "../../runtime/Time.ts"

const freshMillis = 30_000
/** How many models of each metric are kept. */
const keptModels = 5

export interface TrainedModel {
  readonly version: string
  /** Null for the model that the service comes with. */
  readonly trainedAt: Date | null
  readonly model: Model
}

/** The model that the service comes with. */
const shipped: TrainedModel = { version: "prior", trainedAt: null, model: priorModel }

export interface ModelState {
  readonly metric: ForecastMetric
  readonly version: string
  readonly kind: Model["kind"]
  /** The posts that it was learned from; for the prior, those that ended, which were too few. */
  readonly posts: number
  readonly trainedAt: Date | null
}

interface Training {
  readonly trainedAt: Date
  /** Of its sample. */
  readonly posts: number
}

interface ModelRow {
  readonly version: string
  readonly trainedAt: Date
}

interface Known {
  readonly checkedAt: number
  readonly current: TrainedModel
}

/** Undefined for what is not JSON, or not a model of this release. */
const parse = (body: string): Model | undefined => Result.getOrUndefined(Result.try(() => readModel(JSON.parse(body))))

export class ForecastModels extends Context.Service<
  ForecastModels,
  {
    /** The newest model that this release can read; the prior when there is none. */
    current(metric: ForecastMetric): Effect.Effect<TrainedModel>
    /** Stores the models of one training on a sample of so many posts, in a transaction of the caller's; drops the oldest. */
    keep(
      trainedAt: Date,
      models: ReadonlyMap<ForecastMetric, Model>,
      posts: number
    ): Effect.Effect<void, SqlError.SqlError>
    /** Null before the first. */
    readonly lastTraining: Effect.Effect<Training | null>
    /** The models in use, one for each metric. */
    readonly state: Effect.Effect<ReadonlyArray<ModelState>>
  }
>()("@heddle/server/store/forecasts/ForecastModels") {
  static readonly layer = Layer.effect(
    ForecastModels,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const known = new Map<ForecastMetric, Known>()
      /** Warned about already. */
      const unreadable = new Set<string>()

      const load = Effect.fnUntraced(function* (metric: ForecastMetric, { version, trainedAt }: ModelRow) {
        const [row] = yield* sql<{ body: string }>`
          SELECT body FROM forecast_models WHERE metric = ${metric} AND version = ${version}`
        const model = row === undefined ? undefined : parse(row.body)
        if (model !== undefined) return { version, trainedAt, model }
        unreadable.add(`${metric} ${version}`)
        yield* Effect.logWarning(
          `The forecast model ${version} of ${metric} cannot be read and is ignored until the next training`
        )
        return undefined
      })

      const newest = Effect.fnUntraced(function* (metric: ForecastMetric, current: TrainedModel | undefined) {
        const rows = yield* sql<ModelRow>`
          SELECT version, trained_at FROM forecast_models WHERE metric = ${metric}
          ORDER BY trained_at DESC, version DESC`
        for (const row of rows) {
          if (current?.version === row.version) return current
          const loaded = unreadable.has(`${metric} ${row.version}`) ? undefined : yield* load(metric, row)
          if (loaded !== undefined) return loaded
        }
        return shipped
      })

      const current = Effect.fn("ForecastModels.current")(function* (metric: ForecastMetric) {
        const before = known.get(metric)
        const time = (yield* now).getTime()
        if (before !== undefined && time - before.checkedAt < freshMillis) return before.current
        const found = yield* newest(metric, before?.current)
        known.set(metric, { checkedAt: time, current: found })
        return found
      }, Effect.orDie)

      const keep = Effect.fnUntraced(function* (
        trainedAt: Date,
        models: ReadonlyMap<ForecastMetric, Model>,
        posts: number
      ) {
        const version = trainedAt.toISOString()
        for (const [metric, model] of models) {
          yield* sql`
            INSERT INTO forecast_models (metric, version, trained_at, posts, body)
            VALUES (${metric}, ${version}, ${trainedAt}, ${posts}, ${JSON.stringify(model)})
            ON CONFLICT (metric, version) DO NOTHING`
          yield* sql`
            DELETE FROM forecast_models WHERE metric = ${metric} AND version NOT IN (
              SELECT version FROM forecast_models WHERE metric = ${metric}
              ORDER BY trained_at DESC, version DESC LIMIT ${keptModels})`
        }
        // This process uses the new ones at once.
        known.clear()
      })

      const lastTraining = sql<Training>`
        SELECT trained_at, posts FROM forecast_models ORDER BY trained_at DESC LIMIT 1`.pipe(
        Effect.map(([row]) => row ?? null),
        Effect.orDie
      )

      const state = Effect.forEach(Metrics.literals, (metric) =>
        Effect.map(current(metric), ({ version, trainedAt, model: { kind, posts } }) => ({
          metric,
          version,
          kind,
          posts,
          trainedAt
        }))
      )

      return ForecastModels.of({ current, keep, lastTraining, state })
    })
  )
}
