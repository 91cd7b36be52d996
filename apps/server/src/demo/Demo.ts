/**
 * The demo: an account on API Standard with a user, a key, an endpoint on the bundled example receiver and a few rules. Created
 * on the first start and reused by later starts on the same data folder.
 */
import type { AccountId, RuleInput } from "@heddle/api"
import { Console, Duration, Effect, FileSystem, Option } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { randomBytes } from "node:crypto"
import { fileURLToPath } from "node:url"
import { styleText } from "node:util"
import { Accounts } from "../accounts/customers/Accounts.ts"
import { ApiKeys } from "../accounts/keys/ApiKeys.ts"
import { PortalLinks } from "../accounts/sign-in/PortalLinks.ts"
import { Users } from "../accounts/sign-in/Users.ts"
import { Grants } from "../credits/ledger/Grants.ts"
import { DatabaseInfo } from "../database/client/DatabaseInfo.ts"
import { demoEmail } from "../runtime/DemoAccount.ts"
import { RunningServer } from "../runtime/RunningServer.ts"
import { Settings } from "../runtime/Settings.ts"
import { Endpoints } from "../webhooks/management/Endpoints.ts"
import { Round } from "../webhooks/matching/Round.ts"
import { type DemoFile, demoFileIn, readDemoFile } from "./DemoFile.ts"
import { showReceiver } from "./ReceiverOutput.ts"

/** Plain where the output is no terminal, or `NO_COLOR` is set. */
const strong = (text: string) => styleText("bold", text, { stream: process.stdout })
const link = (text: string) => styleText("cyan", text, { stream: process.stdout })
const faint = (text: string) => styleText("dim", text, { stream: process.stdout })

const banner = (demo: DemoFile, portal: string, file: string, every: string) => `
${strong("Heddle is running, with simulated posts.")} Press Ctrl+C to stop.

  Portal: ${link(portal)}
              ${faint("(signed in, where events arrive live; the link works once, a new one is printed at every start)")}

  API         ${link(demo.baseUrl)}   ${faint(`(docs at ${demo.baseUrl}/docs)`)}
  Sign in     ${link(`${demo.baseUrl}/sign-in`)}   ${faint(`(as ${demo.email}${demo.password === undefined ? "" : `, password ${demo.password}`})`)}
  MCP         ${link(`${demo.baseUrl}/mcp`)}   ${faint("(for assistants: sign in as above, or send the key below)")}
  Operator    ${link(demo.operatorUrl)}   ${faint("(health, metrics, ingest)")}
  Receiver    ${link(demo.receiverUrl)}   ${faint("(the example app; it verifies the webhooks that are counted below)")}
  Rules are checked every ${every} in the demo (3 minutes otherwise: HEDDLE_ROUND_INTERVAL).
  Key, password, endpoint and secret are in ${file}.

${strong("Try in another terminal:")}
  eval "$(npx heddle demo-env)"
  curl -H "Authorization: Bearer $HEDDLE_API_KEY" ${demo.baseUrl}/balance
  curl -G -H "Authorization: Bearer $HEDDLE_API_KEY" ${demo.baseUrl}/post/search --data-urlencode keywords=台積電 -d limit=3

  Key         ${strong(demo.apiKey)}
`

const email = demoEmail

const rules: ReadonlyArray<RuleInput> = [
  { keyword: "台積電", likeCount: 50 },
  { keyword: "AI", likeCount: 100, language: "zh-Hant" },
  { keyword: "カフェ", likeCount: 20, language: "ja" },
  { keyword: "커피", replyCount: 5, language: "ko" },
  { likeCount: 2_000, lookbackHours: 24 }
]

const receiverProgram = fileURLToPath(new URL("../../../../packages/receiver/examples/node.ts", import.meta.url))

/** A user for the account, if it has none. Their password is stored as a hash, so only the file of the first start tells it. */
const passwordOf = Effect.fnUntraced(function* (accountId: AccountId, previous: Option.Option<DemoFile>) {
  const users = yield* Users
  if (Option.isSome(yield* users.findByEmail(email))) {
    return Option.flatMapNullishOr(previous, (demo) => demo.password)
  }
  const password = randomBytes(9).toString("base64url")
  yield* users.create({ accountId, email, password })
  return Option.some(password)
})

/** Creates what is missing and returns the content of `demo.json`. */
const prepare = Effect.fn("demo.prepare")(function* (previous: Option.Option<DemoFile>, receiverUrl: string) {
  const accounts = yield* Accounts
  const keys = yield* ApiKeys
  const endpoints = yield* Endpoints
  const { baseUrl, operatorUrl } = yield* RunningServer
  const existing = yield* accounts.findByEmail(email)
  const accountId = Option.isSome(existing) ? existing.value.id : (yield* accounts.create(email)).id
  if (Option.isNone(yield* accounts.currentPlan(accountId)))
    yield* (yield* Grants).give(accountId, { plan: "standard" })
  const password = yield* passwordOf(accountId, previous)
  const keyWorks = Option.isSome(previous) && Option.isSome(yield* keys.authenticate(previous.value.apiKey))
  const apiKey = keyWorks ? previous.value.apiKey : (yield* keys.create(accountId, { name: "demo" })).key
  // The endpoint of a receiver that moved to another port would keep causing charges.
  if (Option.isSome(previous) && previous.value.receiverUrl !== receiverUrl) {
    yield* Effect.ignore(endpoints.remove(accountId, previous.value.endpointId))
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
    ...(Option.isSome(password) ? { password: password.value } : {}),
    apiKey,
    endpointId: endpoint.id,
    endpointSecret: endpoint.secret
  }
})

const writeAtomically = Effect.fnUntraced(function* (file: string, text: string) {
  const fs = yield* FileSystem.FileSystem
  yield* fs.writeFileString(`${file}.draft`, text, { mode: 0o600 })
  yield* fs.rename(`${file}.draft`, file)
})

/** Without events, the key is shown anyway. */
const patience = "20 seconds"

/** On the first start the user is watching, so the first round waits only for the simulation's history. */
const firstRound = Effect.gen(function* () {
  yield* Effect.sleep("3 seconds")
  yield* (yield* Round).run
})

export const runDemo = Effect.gen(function* () {
  const settings = yield* Settings
  const receiverUrl = `http://127.0.0.1:${settings.demoReceiverPort}/webhooks/heddle`
  const file = demoFileIn(settings.dataDir)
  const previous = yield* readDemoFile(file)
  const demo = yield* prepare(previous, receiverUrl)
  yield* writeAtomically(file, `${JSON.stringify(demo, null, 2)}\n`)
  const portal = yield* (yield* PortalLinks).issue(demo.accountId, demo.baseUrl)
  const portalUrl = Option.match(portal, { onNone: () => `${demo.baseUrl}/portal`, onSome: ({ url }) => url })
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
      stderr: "inherit"
    })
  )
  const output = yield* showReceiver(receiver.stdout)
  if (Option.isNone(previous)) {
    yield* Console.error("Waiting for the first webhooks …")
    yield* Effect.forkScoped(firstRound)
    yield* Effect.timeoutOption(output.firstEvents, patience)
  }
  // The banner is last, because it ends with the key.
  yield* Console.log(banner(demo, portalUrl, file, Duration.format(settings.roundInterval)))
  yield* Effect.forkScoped(output.count)
  yield* Effect.forkScoped(
    Effect.flatMap(receiver.exitCode, (code) =>
      Console.error(`The example receiver stopped (exit ${code}); the API keeps running.`)
    )
  )
  return yield* (yield* DatabaseInfo).lost
}).pipe(Effect.scoped)
