/**
 * `heddle doctor`: shows the settings and the database in use, how many posts have outdated derived text, whether rounds are in
 * time, the inspiration library, the forecast models, how far the vectors of posts are, which events of sources could not be used
 * and what is stored, and checks the ledger.
 */
import { Console, Effect, Layer, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { FetchHttpClient } from "effect/http"
import { OperatorClient } from "../operator/OperatorClient.ts"
import type {
  ForecastModelAnswer,
  LibraryAnswer,
  OlderTextsAnswer,
  RejectedAnswer,
  RoundsAnswer,
  SelfCheck,
  ServerAnswer,
  StoredModel,
  StoredTable
} from "../operator/StateApi.ts"
import { findRunningServer } from "../runtime/RunningServer.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { countText, withProgress } from "./Progress.ts"
import { explained } from "./AccountFlags.ts"

/** Whose settings `heddle doctor` shows, and what the server found out about its surroundings. */
const labelWidth = 30

/** From the server on this data folder; without one, from this process, which has the settings of its shell. */
const serverReport = Effect.fnUntraced(function* (ownRoutes: OperatorClient["Service"]) {
  const running = yield* findRunningServer
  if (Option.isNone(running)) return { isRunning: false, report: yield* ownRoutes.state.server() }
  const client = OperatorClient.layerAt(running.value.operatorUrl).pipe(Layer.provide(FetchHttpClient.layer))
  const report = yield* Effect.flatMap(OperatorClient, ({ state }) => state.server()).pipe(Effect.provide(client))
  return { isRunning: true, report }
})

const marks = { ok: "ok", warning: "WARNING", failed: "FAILED" } as const

const describeCheck = ({ name, state, text }: SelfCheck): string =>
  `${`check ${name}`.padEnd(labelWidth)} ${marks[state].padEnd(7)} ${text}`

const describeServer = (
  { pid, version, startedAt, settings, checks }: ServerAnswer,
  isRunning: boolean
): ReadonlyArray<string> => [
  isRunning
    ? `Settings of the running server (process ${pid}, release ${version}, since ${startedAt}):`
    : "No server is running on this data folder. Settings from this shell:",
  ...settings.map(({ name, value }) => `${name.padEnd(labelWidth)} ${value}`),
  ...checks.map(describeCheck)
]

const describeTexts = ({ version, older, since }: typeof OlderTextsAnswer.Type): string => {
  const coverage = since === null ? "" : ` (counted back to ${since})`
  if (older.length === 0) return `derived by rules of version ${version}${coverage}`
  const counts = older.map((group) => `${group.posts} by version ${group.version}`).join(", ")
  return `derived by rules of version ${version}, but ${counts}${coverage}: run heddle reindex`
}

const describeRounds = (rounds: typeof RoundsAnswer.Type): ReadonlyArray<string> => [
  rounds.checkedAt === null ? "some rules were never checked" : `all rules were checked since ${rounds.checkedAt}`,
  rounds.overdue === 0
    ? `all ${rounds.shards} shards in time`
    : `${rounds.overdue} of ${rounds.shards} shards overdue, by up to ${Math.ceil(rounds.lagSeconds)} s`,
  `processes that share them: ${rounds.processes}`,
  `accounts that wait for credits: ${rounds.outOfCredits}`
]

const describeLibrary = ({ posts, refreshedAt }: typeof LibraryAnswer.Type): string =>
  refreshedAt === null ? `${posts} posts, not refreshed yet` : `${posts} posts, counts as of ${refreshedAt}`

const describeForecast = ({ metric, kind, posts, trainedAt }: typeof ForecastModelAnswer.Type): string => {
  if (trainedAt === null) return `${metric}: the prior; not trained yet`
  return kind === "learned"
    ? `${metric}: learned from ${posts} posts at ${trainedAt}`
    : `${metric}: the prior, because ${posts} posts with a known week were too few at ${trainedAt}`
}

const describeModel = ({
  name,
  dimensions,
  state,
  posts,
  embedded,
  failed,
  indexed
}: typeof StoredModel.Type): string => {
  const waiting = Math.max(0, posts - embedded - failed)
  const parts = [
    `${name} (${dimensions} numbers): ${state}`,
    `${embedded} of ${posts} posts`,
    waiting === 0 ? "none waiting" : `${waiting} waiting`,
    ...(failed === 0 ? [] : [`${failed} cannot be embedded`]),
    ...(indexed ? ["indexed"] : [])
  ]
  return parts.join(", ")
}

const describeModels = (models: ReadonlyArray<typeof StoredModel.Type>): ReadonlyArray<string> =>
  models.length === 0 ? ["no model: semantic search compares words"] : models.map(describeModel)

const describeRejected = (sources: typeof RejectedAnswer.Type): ReadonlyArray<string> =>
  sources.length === 0
    ? ["none"]
    : sources.map(
        ({ source, kept, newestAt, reason }) =>
          `${source}: the newest ${kept} are kept, the last of ${newestAt}: ${reason}`
      )

const printLines = (label: string, lines: ReadonlyArray<string>) =>
  Effect.forEach(lines, (line) => Console.log(`${label.padEnd(labelWidth)} ${line}`), { discard: true })

const shownTables = 12

const describeBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The largest tables, and all that have a retention. */
const describeStorage = (tables: ReadonlyArray<StoredTable>): string =>
  tables
    .filter(({ retention }, index) => index < shownTables || retention !== null)
    .map(({ table, bytes, rows, since, retention }) =>
      [
        `table ${table}`.padEnd(30),
        describeBytes(bytes).padStart(10),
        rows === null ? "rows not counted yet" : `about ${rows} rows`,
        ...(since === null ? [] : [`since ${since}`]),
        ...(retention === null ? [] : [`kept ${retention}`])
      ].join("  ")
    )
    .join("\n")

/** In steps, to show how far it is. */
const checkLedger = ({ ledger }: OperatorClient["Service"]) =>
  withProgress(
    "ledger",
    Effect.fnUntraced(function* (progress) {
      let sums = yield* ledger.step({ query: {} })
      while (sums.next !== null) {
        const { accounts, total } = sums
        const detail = () => `${countText(accounts)} of ${countText(total)} accounts`
        yield* progress.show({ done: accounts, total, detail })
        const step = yield* ledger.step({ query: { after: sums.next } })
        sums = {
          ...step,
          accounts: accounts + step.accounts,
          grants: sums.grants + step.grants,
          entries: sums.entries + step.entries,
          holds: sums.holds + step.holds,
          millis: sums.millis + step.millis,
          faults: [...sums.faults, ...step.faults]
        }
      }
      return sums
    })
  )

const proveLedger = Effect.fnUntraced(function* (operator: OperatorClient["Service"]) {
  const { faults, accounts, grants, entries, holds, millis } = yield* checkLedger(operator)
  yield* Console.log(
    `ledger: checked ${accounts} accounts, ${grants} grants, ${entries} entries and ${holds} holds in ${millis / 1000} s`
  )
  if (faults.length === 0) {
    return yield* Console.log("ledger: grants − entries − open holds = balance, for every account")
  }
  const lines = faults.map(
    (fault) => `${fault.accountId}: ${fault.what}: cached ${fault.cached}, derived ${fault.derived}`
  )
  return yield* new CommandFailed({ detail: `The credit ledger does not add up:\n${lines.join("\n")}` })
})

export const doctor = Command.make(
  "doctor",
  {
    ledger: Flag.Boolean("ledger").pipe(
      Flag.withDescription("Check that the credit ledger adds up"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ ledger }) {
    const operator = yield* OperatorClient
    const { isRunning, report } = yield* serverReport(operator)
    yield* Console.log(describeServer(report, isRunning).join("\n"))
    const { state } = operator
    yield* printLines("texts of posts", [describeTexts(yield* state.olderTexts())])
    yield* printLines("rounds", describeRounds(yield* state.rounds()))
    yield* printLines("inspiration library", [describeLibrary(yield* state.library())])
    yield* printLines("forecasts", (yield* state.forecasts()).map(describeForecast))
    yield* printLines("embeddings", describeModels(yield* state.embeddings()))
    yield* printLines("rejected events", describeRejected(yield* state.rejected()))
    yield* Console.log(describeStorage(yield* state.storage()))
    if (ledger) yield* proveLedger(operator)
    const failed = report.checks.filter(({ state }) => state === "failed")
    if (failed.length > 0) {
      return yield* new CommandFailed({ detail: `Needs repair: ${failed.map(({ name }) => name).join(", ")}.` })
    }
  })
).pipe(
  explained("Show the current settings, the stored data and anything that needs repair (then exits with code 1)", {
    "heddle doctor": "Settings, sizes, and what needs repair",
    "heddle doctor --ledger": "Also check every entry of the credit ledger"
  }),
  Command.provide(OperatorAccess)
)
