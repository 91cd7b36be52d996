/** The services under comparison, each in its own process: servers of the product, and the bare service. */
import { Console, Effect } from "effect"
import { ChildProcess, ChildProcessSpawner } from "effect/process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../../support/HeddleProcess.ts"
import { freePort } from "../../support/FreePort.ts"
import { createAccount, giveCredits } from "../../support/Operator.ts"
import { connect, createDatabase } from "../Connection.ts"
import { ingestPosts } from "../posts/Ingest.ts"
import type { Posts } from "../posts/Posts.ts"
import type { BareSettings } from "./BareService.ts"
import { makeBareTables } from "./BareTables.ts"

export interface Service {
  readonly name: string
  readonly origin: string
  readonly pid: number
  readonly keys: ReadonlyArray<string>
}

/** Enough that no account reaches the limit on the time of calls that were not charged. */
const keyCount = 64
/** Of the accounts of the keys, in their order. */
export const emails = Array.from({ length: keyCount }, (_, index) => `bench${index}@example.com`)
const startMillis = 10_000
const bareProgram = fileURLToPath(new URL("./BareService.ts", import.meta.url))

/** Creates an account with credits for each key. */
const makeKeys = (heddle: HeddleProcess) =>
  Effect.forEach(emails, (email) =>
    Effect.promise(async () => {
      const account = await createAccount(heddle, { plan: "standard" }, email)
      await giveCredits(heddle, account, { credits: 1_000_000_000 })
      return account.apiKey
    })
  )

/** The server of a checkout, on its own database, filled through its own ingest. */
export const heddleOf = Effect.fnUntraced(function* (
  options: { readonly name: string; readonly checkout: string; readonly serverUrl: string; readonly folder: string },
  posts: Posts
) {
  const { name, checkout, serverUrl, folder } = options
  const databaseUrl = yield* createDatabase(serverUrl, name)
  // Releases without these limits do not know the settings, and refuse to start with them.
  const isLimited = existsSync(join(checkout, "apps/server/src/credits/usage/FreeStorage.ts"))
  const limits = isLimited ? { HEDDLE_FREE_STORAGE: "0", HEDDLE_RUNNING_CALLS: "0" } : {}
  const settings = { DATABASE_URL: databaseUrl, HEDDLE_RATE_LIMIT: "0", ...limits }
  const heddle = yield* Effect.acquireRelease(
    Effect.promise(async () => startHeddle({ ...(await choosePlace(join(folder, name), settings)), checkout })),
    (heddle) => Effect.promise(() => heddle.stop())
  )
  yield* ingestPosts(heddle, posts)
  const client = yield* connect(databaseUrl)
  const stored = yield* Effect.promise(async () => {
    await client.query("VACUUM (ANALYZE)")
    return Number((await client.query("SELECT count(*) AS posts FROM posts")).rows[0].posts)
  })
  if (stored !== posts.count) return yield* Effect.die(new Error(`${name} stored ${stored} of ${posts.count} posts`))
  const keys = yield* makeKeys(heddle)
  yield* Console.log(`${name}: ${checkout}`)
  const service: Service = { name, origin: heddle.baseUrl, pid: heddle.pid, keys }
  return { service, databaseUrl, process: heddle }
})

export interface Bare extends Service {
  /** Sends further calls through a new pool of this size, within the warm process. */
  usePool(size: number): Effect.Effect<void>
}

/** The bare service, with the posts and keys of a server. */
export const bareOf = Effect.fnUntraced(function* (
  { service: { keys }, databaseUrl }: { readonly service: Service; readonly databaseUrl: string },
  checkout: string
) {
  const spawner = yield* ChildProcessSpawner.ChildProcessSpawner
  const client = yield* connect(databaseUrl)
  yield* Effect.promise(() => makeBareTables(client, keys))
  const port = yield* Effect.promise(() => freePort())
  const text = pathToFileURL(join(checkout, "packages/text/src/index.ts")).href
  const settings: BareSettings = { port, url: databaseUrl, text }
  const args = [bareProgram, JSON.stringify(settings)]
  const { pid } = yield* spawner.spawn(
    ChildProcess.make(process.execPath, args, { stdout: "inherit", stderr: "inherit" })
  )
  const origin = `http://127.0.0.1:${port}`
  const usePool = (size: number) =>
    Effect.promise(async () => {
      const response = await fetch(`${origin}/pool/${size}`, { method: "POST" })
      if (!response.ok) throw new Error(`bare service: ${response.status} ${await response.text()}`)
    })
  const answers = () =>
    fetch(`${origin}/pool/1`, { method: "POST" }).then(
      ({ ok }) => ok,
      () => false
    )
  yield* Effect.promise(() => eventually("the bare service answers", answers, startMillis))
  const bare: Bare = { name: "bare", origin, pid: Number(pid), keys, usePool }
  return bare
})
