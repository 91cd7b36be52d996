/**
 * The demo: an account on API Standard, a key, an endpoint on the bundled example receiver and a few rules, made once
 * and kept; a second start on the same folder goes on with them.
 */
import { AccountId, EndpointId, type RuleInput } from "@heddle/api"
import { Console, Duration, Effect, FileSystem, Option, Path, Schema } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { fileURLToPath } from "node:url"
import { Accounts } from "../accounts/customers/Accounts.ts"
import { ApiKeys } from "../accounts/keys/ApiKeys.ts"
import { Grants } from "../credits/ledger/Grants.ts"
import { RunningServer } from "../runtime/RunningServer.ts"
import { Settings } from "../runtime/Settings.ts"
import { DatabaseInfo } from "../database/client/DatabaseInfo.ts"
import { Endpoints } from "../webhooks/management/Endpoints.ts"
import { Round } from "../webhooks/matching/Round.ts"

const email = "demo@heddle.example"

const rules: ReadonlyArray<RuleInput> = [
  { keyword: "台積電", likeCount: 50 },
  { keyword: "AI", likeCount: 100, language: "zh-Hant" },
  { keyword: "カフェ", likeCount: 20, language: "ja" },
  { keyword: "커피", replyCount: 5, language: "ko" },
  { likeCount: 2_000, lookbackHours: 24 }
]

/** The file that scripts and people read (docs/operations.md). */
const DemoFile = Schema.Struct({
  baseUrl: Schema.String,
  operatorUrl: Schema.String,
  receiverUrl: Schema.String,
  accountId: AccountId,
  email: Schema.String,
  apiKey: Schema.String,
  endpointId: EndpointId,
  endpointSecret: Schema.String
})
const DemoJson = Schema.fromJsonString(DemoFile)

const receiverProgram = fileURLToPath(new URL("../../../../packages/receiver/examples/node.ts", import.meta.url))

/** Makes what is missing and answers what the file holds. */
const prepare = Effect.fn("demo.prepare")(function* (known: Option.Option<typeof DemoFile.Type>, receiverUrl: string) {
  const accounts = yield* Accounts
  const keys = yield* ApiKeys
  const endpoints = yield* Endpoints
  const { baseUrl, operatorUrl } = yield* RunningServer
  const existing = yield* accounts.findByEmail(email)
  const accountId = Option.isSome(existing) ? existing.value.id : (yield* accounts.create(email)).id
  if (Option.isNone(yield* accounts.currentPlan(accountId)))
    yield* (yield* Grants).give(accountId, { plan: "standard" })
  const keyWorks = Option.isSome(known) && Option.isSome(yield* keys.authenticate(known.value.apiKey))
  const apiKey = keyWorks ? known.value.apiKey : (yield* keys.create(accountId, { name: "demo" })).key
  // Events to a receiver that has moved would go on being charged.
  if (Option.isSome(known) && known.value.receiverUrl !== receiverUrl) {
    yield* Effect.ignore(endpoints.remove(accountId, known.value.endpointId))
  }
  const found = (yield* endpoints.list(accountId)).find(({ url }) => url === receiverUrl)
  const endpoint = found ?? (yield* endpoints.create(accountId, receiverUrl))
  if (found === undefined) {
    yield* Effect.forEach(rules, (rule) => endpoints.createRule(accountId, endpoint.id, rule), { discard: true })
  }
  return {
    baseUrl,
    operatorUrl,
    receiverUrl,
    accountId,
    email,
    apiKey,
    endpointId: endpoint.id,
    endpointSecret: endpoint.secret
  }
})

const writeWhole = Effect.fnUntraced(function* (file: string, text: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(`${file}.draft`, text, { mode: 0o600 })
  yield* fs.rename(`${file}.draft`, file)
})

const banner = (demo: typeof DemoFile.Type, file: string, every: string) => `
Heddle is running, with simulated posts. Press Ctrl+C to stop.

  API         ${demo.baseUrl}   (docs at ${demo.baseUrl}/docs)
  Operator    ${demo.operatorUrl}   (health, metrics, ingest)
  Receiver    ${demo.receiverUrl}   (the example app; its lines below are verified webhooks)
  Rules are checked every ${every} in the demo (3 minutes otherwise: HEDDLE_ROUND_INTERVAL).

Try:
  export HEDDLE_API_KEY=${demo.apiKey}
  curl -H "Authorization: Bearer $HEDDLE_API_KEY" ${demo.baseUrl}/balance
  curl -G -H "Authorization: Bearer $HEDDLE_API_KEY" ${demo.baseUrl}/post/search --data-urlencode keywords=台積電 -d limit=3

Key, endpoint and secret are in ${file}.
`

/** People are watching: the first round need not wait for its turn, only for the simulation's history to be in. */
const firstRound = Effect.gen(function* () {
  yield* Effect.sleep("3 seconds")
  yield* (yield* Round).run
})

export const runDemo = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const settings = yield* Settings
  const receiverUrl = `http://127.0.0.1:${settings.demoReceiverPort}/webhooks/heddle`
  const file = path.join(settings.dataDir, "demo.json")
  const known = yield* Effect.option(
    Effect.flatMap(fs.readFileString(file), (text) => Schema.decodeUnknownEffect(DemoJson)(text))
  )
  const demo = yield* prepare(known, receiverUrl)
  yield* writeWhole(file, `${JSON.stringify(demo, null, 2)}\n`)
  yield* Console.log(banner(demo, file, Duration.format(settings.roundInterval)))
  if (Option.isNone(known)) yield* Effect.forkScoped(firstRound)
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const receiver = yield* spawner.spawn(
    ChildProcess.make(process.execPath, [receiverProgram], {
      env: {
        HEDDLE_WEBHOOK_SECRET: demo.endpointSecret,
        HEDDLE_RECEIVER_ENDS_WITH_STDIN: "true",
        PORT: String(settings.demoReceiverPort),
        HOST: "127.0.0.1"
      },
      extendEnv: true,
      stdout: "inherit",
      stderr: "inherit"
    })
  )
  yield* Effect.forkScoped(
    Effect.flatMap(receiver.exitCode, (code) =>
      Console.error(`The example receiver stopped (exit ${code}); the API goes on.`)
    )
  )
  return yield* (yield* DatabaseInfo).lost
}).pipe(Effect.scoped)
