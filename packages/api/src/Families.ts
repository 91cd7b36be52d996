/**
 * The families of operations. A family contains every operation that its modules export, so a new operation needs only
 * its definition. A new module is imported, listed and exported here.
 */
import { Array, type Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { type Tag, tags } from "./openapi/Introduction.ts"
import * as Authors from "./operations/Authors.ts"
import * as Account from "./operations/Account.ts"
import * as Deliveries from "./operations/Deliveries.ts"
import { estimateOf } from "./operations/Estimate.ts"
import * as Forecast from "./operations/Forecast.ts"
import * as Leaderboards from "./operations/Leaderboards.ts"
import * as Listening from "./operations/Listening.ts"
import * as Live from "./operations/Live.ts"
import * as Recoveries from "./operations/Recoveries.ts"
import * as RuleTrials from "./operations/RuleTrials.ts"
import * as Search from "./operations/Search.ts"
import * as Semantic from "./operations/Semantic.ts"
import * as Statistics from "./operations/Statistics.ts"
import * as Threads from "./operations/Threads.ts"
import * as Trends from "./operations/Trends.ts"
import * as Webhooks from "./operations/Webhooks.ts"

export * from "./operations/Authors.ts"
export * from "./operations/Forecast.ts"
export * from "./operations/Leaderboards.ts"
export * from "./operations/Live.ts"
export * as listening from "./operations/Listening.ts"
export * from "./operations/Search.ts"
export * from "./operations/Semantic.ts"
export * from "./operations/Statistics.ts"
export * from "./operations/Threads.ts"
export * from "./operations/Trends.ts"
export * from "./operations/Account.ts"
export * from "./operations/Deliveries.ts"
export * from "./operations/Recoveries.ts"
export * from "./operations/RuleTrials.ts"
export * as webhooks from "./operations/Webhooks.ts"

/** Fields that operations of all kinds have. */
interface Operation {
  readonly kind: "read" | "file" | "stream" | "write" | "priced"
  readonly endpoint: HttpApiEndpoint.Constraint
  /** Its parameters, decoded. */
  readonly fields: Schema.Struct.Fields
}

type OperationsOf<Module> = Module extends unknown
  ? { [Name in keyof Module]: Extract<Module[Name], Operation> }[keyof Module]
  : never

const isOperation = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  "endpoint" in value &&
  HttpApiEndpoint.isHttpApiEndpoint(value.endpoint)

/** What the operations of these modules add to the table and to the API. */
export const family = <const Id extends string, const Modules extends ReadonlyArray<object>>(
  id: Id,
  { name, description }: Tag,
  modules: Modules
) => {
  type Member = OperationsOf<Modules[number]>
  // Node sorts exports by name; other runtimes keep their order in the file.
  const operations = modules.flatMap((module) =>
    Object.entries(module)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, value]: [string, unknown]) => value)
      .filter((value): value is Member => isOperation(value))
  )
  if (!Array.isArrayNonEmpty(operations)) throw new Error(`The family ${id} has no operation.`)
  const endpoints = Array.map(operations, ({ endpoint }): Member["endpoint"] => endpoint)
  const group = HttpApiGroup.make(id)
    .add(...endpoints)
    .annotateMerge(OpenApi.annotations({ title: name, description }))
  return { operations, group }
}

const posts = family("posts", tags.posts, [Search, Trends, Semantic, Forecast, Threads])
const authors = family("authors", tags.authors, [Authors])
const live = family("live", tags.posts, [Live])
const leaderboards = family("leaderboards", tags.rankings, [Leaderboards])
const statistics = family("statistics", tags.rankings, [Statistics])
const webhookManagement = family("webhooks", tags.webhooks, [Webhooks, RuleTrials, Deliveries, Recoveries, Listening])

const named = [posts, authors, live, leaderboards, statistics, webhookManagement] as const

export const estimate = estimateOf(
  named.flatMap(({ operations }): ReadonlyArray<string> =>
    operations.flatMap(({ kind, endpoint }) => (kind === "priced" ? [endpoint.identifier] : []))
  )
)
const account = family("account", tags.account, [Account, { estimate }])

export const families = [account, ...named] as const

type AnyOperation = (typeof families)[number]["operations"][number]

/** The table of operations, from which everything that lists, prices or documents them is derived. */
export const operations: ReadonlyArray<AnyOperation> = families.flatMap(
  ({ operations }): ReadonlyArray<AnyOperation> => operations
)
