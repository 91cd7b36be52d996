/**
 * `heddle doctor`: whether anything needs repair or attention, then what is stored and how far the background work is, and on
 * request the settings and a check of the ledger.
 */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
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
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorAccess, runningOperator } from "./OperatorAccess.ts"
import { countText, withProgress } from "./Progress.ts"
import { explained } from "./AccountFlags.ts"

const labelWidth = 30

/** From the server on this data folder; without one, from this process, which has the settings of its shell. */
const serverReport = Effect.fnUntraced(function* (ownRoutes: OperatorClient["Service"]) {
  const running = yield* runningOperator
  if (Option.isNone(running)) return { isRunning: false, report: yield* ownRoutes.state.server() }
  const report = yield* OperatorClient.use(({ state }) => state.server()).pipe(Effect.provide(running.value))
  return { isRunning: true, report }
})

const marks = { ok: "ok", warning: "WARNING", failed: "FAILED" } as const

const describeCheck = ({ name, state, text }: SelfCheck): string =>
  `${marks[state].padEnd(7)} ${name.padEnd(labelWidth - 8)} ${text}`

const describeServer = ({ pid, version, startedAt }: ServerAnswer, isRunning: boolean): string =>
  isRunning
    ? `Heddle ${version}, process ${pid}, running since ${startedAt}`
    : `Heddle ${version}; no server is running on this data folder`

/** What the state of the stored data adds to the server's own checks. */
const dataChecks = (
  { older }: typeof OlderTextsAnswer.Type,
  { overdue, shards, lagSeconds }: typeof RoundsAnswer.Type,
  isRunning: boolean
): ReadonlyArray<SelfCheck> => [
  ...(older.length === 0
    ? []
    : [
        { name: "texts of posts", state: "warning" as const, text: "some are of an older release; run heddle reindex" }
      ]),
  ...(!isRunning || overdue === 0
    ? []
    : [
        {
          name: "rounds",
          state: "warning" as const,
          text: `${overdue} of ${shards} shards are overdue, by up to ${Math.ceil(lagSeconds)} s; see docs/operations/monitoring.md`
        }
      ])
]

const severity = { failed: 0, warning: 1, ok: 2 } as const

const verdictOf = (checks: ReadonlyArray<SelfCheck>): string => {
  const failed = checks.filter(({ state }) => state === "failed").length
  const warnings = checks.filter(({ state }) => state === "warning").length
  if (failed > 0) return `NEEDS REPAIR: ${failed} of ${checks.length} checks failed.`
  return warnings === 0
    ? "Everything is in order."
    : `Works, with ${warnings === 1 ? "1 warning" : `${warnings} warnings`}.`
}

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

export const describeForecast = ({ metric, kind, posts, trainedAt }: typeof ForecastModelAnswer.Type): string => {
  if (trainedAt === null) return `${metric}: the prior; not trained yet`
  if (kind === "prior") return `${metric}: the prior, because too few posts were followed at ${trainedAt}`
  return kind === "learned"
    ? `${metric}: learned from ${posts} posts at ${trainedAt}`
    : `${metric}: the prior, adapted to ${posts} posts at ${trainedAt}`
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
        rows === null ? "rows not counted yet" : `about ${rows} rows when last analyzed`,
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
    settings: Flag.Boolean("settings").pipe(
      Flag.withDescription("Show every setting with its value"),
      Flag.withDefault(false)
    ),
    ledger: Flag.Boolean("ledger").pipe(
      Flag.withDescription("Check that the credit ledger adds up"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ ledger, settings }) {
    const operator = yield* OperatorClient
    const { state } = operator
    const { isRunning, report } = yield* serverReport(operator)
    const texts = yield* state.olderTexts()
    const rounds = yield* state.rounds()
    const checks = [...report.checks, ...dataChecks(texts, rounds, isRunning)]
    yield* Console.log(verdictOf(checks))
    for (const check of checks.toSorted((one, other) => severity[one.state] - severity[other.state])) {
      yield* Console.log(describeCheck(check))
    }
    yield* Console.log(`\n${describeServer(report, isRunning)}`)
    if (settings)
      for (const { name, value } of report.settings) yield* Console.log(`${name.padEnd(labelWidth)} ${value}`)
    yield* printLines("texts of posts", [describeTexts(texts)])
    yield* printLines("rounds", describeRounds(rounds))
    yield* printLines("inspiration library", [describeLibrary(yield* state.library())])
    yield* printLines("forecasts", (yield* state.forecasts()).map(describeForecast))
    yield* printLines("embeddings", describeModels(yield* state.embeddings()))
    yield* printLines("rejected events", describeRejected(yield* state.rejected()))
    yield* Console.log(describeStorage(yield* state.storage()))
    if (ledger) yield* proveLedger(operator)
    const failed = checks.filter(({ state }) => state === "failed")
    if (failed.length > 0) {
      return yield* new CommandFailed({ detail: `Needs repair: ${failed.map(({ name }) => name).join(", ")}.` })
    }
  })
).pipe(
  explained("Show what needs repair (then exits with code 1) or attention, and what is stored", {
    "heddle doctor": "The verdict, the checks and sizes",
    "heddle doctor --settings": "Also every setting with the value in force",
    "heddle doctor --ledger": "Also check every entry of the credit ledger"
  }),
  Command.provide(OperatorAccess)
)
