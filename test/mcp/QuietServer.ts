/**
 * A real server whose data does not move: its clock stands still, nothing is taken in while a test runs, and live reads
 * ask the simulated network of that moment. The same question has the same answer, over REST and MCP, in any order.
 */
import { afterAll, beforeAll } from "vitest"
import { makeNetwork, slotOf } from "../../apps/server/src/sources/simulation/Slots.ts"
import { codeOf } from "../../apps/server/src/sources/simulation/PostCode.ts"
import { simulationDefaults } from "../../apps/server/src/sources/simulation/Simulation.ts"
import { ingestBodies } from "../recorded/Posts.ts"
import { standingClock } from "../recorded/StandingClock.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount, ingest } from "../support/Operator.ts"

const { seed, postsPerMinute, authors } = simulationDefaults
const writeMillis = 20_000
const startMillis = 180_000
const twoHours = 7_200

export interface LiveThings {
  readonly code: string
  readonly username: string
}

/** A post and an author of the simulated network at a time in Unix seconds; neither is ingested. */
const liveThings = (seconds: number): LiveThings => {
  const network = makeNetwork(seed, postsPerMinute, authors)
  return {
    code: codeOf(seed, { slot: slotOf((seconds - twoHours) * 1_000), index: 0 }),
    username: network.authors[0]?.username ?? ""
  }
}

export interface QuietServer {
  /** The process of this moment. */
  readonly server: HeddleProcess
  readonly account: Account
  readonly live: LiveThings
  /** SIGKILL, and a new process on the same data, port and address, with its clock this much later. */
  killAndStart(secondsLater?: number): Promise<void>
}

const settings = (seconds: number) => ({
  ...standingClock(seconds),
  HEDDLE_SOURCE: "simulation",
  // Live reads ask the simulation; without the role `ingest`, nothing of it is stored but what they find.
  HEDDLE_ROLES: "api,deliveries,maintenance",
  HEDDLE_RATE_LIMIT: "0"
})

/** At once; the server's own task would do it within seconds, while a test runs. */
const fillLibrary = async ({ operatorUrl }: HeddleProcess): Promise<void> => {
  const response = await fetch(`${operatorUrl}/library/backfill`, { method: "POST" })
  if (!response.ok) throw new Error(`POST /library/backfill: ${response.status} ${await response.text()}`)
  await response.text()
}

/** What a live read finds is stored in the background; once it is, reading it again changes nothing. */
const storeWhatIsLive = async (server: HeddleProcess, { code, username }: LiveThings): Promise<void> => {
  const reader = await createAccount(server, { plan: "premium" }, "reader@example.com")
  const read = (path: string) => callApi(server, reader, "GET", path)
  await read(`/live/posts?codes=${code}`)
  await read(`/live/users?usernames=${username}`)
  const isStored = async () => (await read(`/user?usernames=${username}`)).data[0]?.source === "stored"
  await eventually("what was read live is stored", isStored, writeMillis)
}

export interface Population {
  /** The server's time, in Unix seconds. */
  readonly seconds: number
  readonly bodies?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

interface OpenServer {
  readonly quiet: QuietServer
  close(): Promise<void>
}

const openQuietServer = async ({
  seconds,
  bodies = ingestBodies(seconds),
  env = {}
}: Population): Promise<OpenServer> => {
  const dataDir = await makeDataDir()
  const place = await choosePlace(dataDir, { ...settings(seconds), ...env })
  let server = await startHeddle(place)
  const close = async () => {
    await server.kill()
    await removeDataDir(dataDir)
  }
  try {
    for (const body of bodies) await ingest(server, body)
    await fillLibrary(server)
    const account = await createAccount(server, { plan: "premium" })
    const live = liveThings(seconds)
    await storeWhatIsLive(server, live)
    const quiet = {
      get server() {
        return server
      },
      account,
      live,
      killAndStart: async (secondsLater = 0) => {
        await server.kill()
        server = await startHeddle({ ...place, env: { ...place.env, ...standingClock(seconds + secondsLater) } })
      }
    }
    return { quiet, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const withQuietServer = async (
  population: Population,
  run: (quiet: QuietServer) => Promise<void>
): Promise<void> => {
  const { quiet, close } = await openQuietServer(population)
  await run(quiet).finally(close)
}

/** Declares one server for the tests around it, which must not depend on each other's accounts. */
export const useQuietServer = (population: Population): (() => QuietServer) => {
  let open: OpenServer
  beforeAll(async () => {
    open = await openQuietServer(population)
  }, startMillis)
  afterAll(() => open.close())
  return () => open.quiet
}
