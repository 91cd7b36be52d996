/**
 * `heddle doctor`: shows the settings and the database in use, how many posts have outdated derived text, whether rounds are in
 * time, how far the vectors of posts are and what is stored, and checks the ledger.
 */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import type { StoredModel } from "../operator/EmbeddingsApi.ts"
import type { RoundsAnswer } from "../operator/RoundsApi.ts"
import type { OlderTextsAnswer } from "../operator/TextsApi.ts"
import type { StoredTable } from "../operator/StorageApi.ts"
import { describeSettings, Settings } from "../runtime/Settings.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

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

export const doctor = Command.make(
  "doctor",
  {
    ledger: Flag.Boolean("ledger").pipe(
      Flag.withDescription("Check that the credit ledger adds up"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ ledger }) {
    const settings = yield* Settings
    for (const [name, value] of describeSettings(settings)) yield* Console.log(`${name.padEnd(30)} ${value}`)
    const database = Option.isSome(settings.databaseUrl)
      ? "PostgreSQL (DATABASE_URL)"
      : `embedded, in ${settings.dataDir}/database`
    yield* Console.log(`${"database".padEnd(30)} ${database}`)
    const operator = yield* OperatorClient
    yield* Console.log(`${"texts of posts".padEnd(30)} ${describeTexts(yield* operator.texts.older())}`)
    const rounds = describeRounds(yield* operator.rounds.report())
    yield* Console.log(rounds.map((line) => `${"rounds".padEnd(30)} ${line}`).join("\n"))
    const models = describeModels(yield* operator.embeddings.models())
    yield* Console.log(models.map((line) => `${"embeddings".padEnd(30)} ${line}`).join("\n"))
    yield* Console.log(describeStorage(yield* operator.storage.tables()))
    if (!ledger) return
    const { faults, accounts, grants, entries, holds, millis } = yield* operator.ledger.check()
    yield* Console.log(
      `ledger: checked ${accounts} accounts, ${grants} grants, ${entries} entries and ${holds} holds in ${millis / 1000} s`
    )
    if (faults.length === 0) {
      return yield* Console.log("ledger: grants − entries − open holds = balance, for every account")
    }
    const lines = faults.map(
      (fault) => `${fault.accountId}: ${fault.what}: cached ${fault.cached}, derived ${fault.derived}`
    )
    return yield* new CommandFailed({ detail: `The ledger's equation does not hold:\n${lines.join("\n")}` })
  })
).pipe(Command.withDescription("Show settings and check the ledger"), Command.provide(OperatorAccess))
