/** A real server whose clock stands, with the recorded posts, and accounts of every kind. */
import { choosePlace, freePort, type HeddleProcess, type Place, startHeddle } from "../support/HeddleProcess.ts"
import type { Caller } from "./Call.ts"
import { makePlaceholders, type Placeholders } from "./Placeholders.ts"
import { ingestBodies } from "./Posts.ts"
import { type Receiver, startReceiver } from "./Receiver.ts"
import { baseSeconds, standingClock } from "./StandingClock.ts"

export interface World {
  readonly server: () => HeddleProcess
  readonly place: Place
  readonly placeholders: Placeholders
  readonly receiver: Receiver
  /** What the ingests answered. */
  readonly ingested: ReadonlyArray<string>
  /** The clock stands a minute later then. */
  restart(): Promise<void>
  end(): Promise<void>
}

const encryptionKey = Buffer.alloc(32, 5).toString("base64")

const operator = async ({ operatorUrl }: HeddleProcess, method: string, path: string, body?: object) => {
  const response = await fetch(operatorUrl + path, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const accounts = {
  standard: { plan: "premium" },
  lite: { plan: "lite" },
  planless: { credits: 500 },
  poor: { plan: "standard", credits: 41 },
  budgeted: { plan: "plus" },
  hooks: { plan: "standard" },
  events: { plan: "standard", credits: 1_000 }
} as const satisfies Partial<Record<Caller, object>>

/** Every caller's key, by the name that calls have for it. */
const createCallers = async (server: HeddleProcess, { add }: Placeholders) => {
  const ids = new Map<string, string>()
  for (const [name, grant] of Object.entries(accounts)) {
    const { id } = await operator(server, "POST", "/accounts", { email: `${name}@example.com` })
    ids.set(name, id)
    await operator(server, "POST", `/accounts/${id}/grants`, grant)
  }
  const keysOf = (name: string) => `/accounts/${ids.get(name)}/keys`
  const makeKey = async (caller: Caller, account: string, input: object) => {
    const made = await operator(server, "POST", keysOf(account), input)
    add(`key:${caller}`, made.key)
    add(`key_id_${caller}`, made.id)
    return made
  }
  for (const name of ["lite", "planless", "poor", "hooks", "events"] as const) await makeKey(name, name, { name })
  await makeKey("standard", "standard", { name: "main" })
  await makeKey("second", "standard", { name: "=second, with \"quotes\"" })
  await makeKey("budgeted", "budgeted", { name: "limited", credit_limit: 30 })
  const rotated = await makeKey("rotated", "standard", { name: "rotated" })
  await operator(server, "POST", `${keysOf("standard")}/${rotated.id}/rotate`)
  const deleted = await makeKey("deleted", "standard", { name: "deleted" })
  await operator(server, "DELETE", `${keysOf("standard")}/${deleted.id}`)
  await operator(server, "POST", `/accounts/${ids.get("standard")}/grants`, { credits: 700 })
}

const ingest = async ({ operatorUrl }: HeddleProcess): Promise<ReadonlyArray<string>> => {
  const answers: Array<string> = []
  for (const body of ingestBodies(baseSeconds)) {
    answers.push(await (await fetch(`${operatorUrl}/ingest`, { method: "POST", body })).text())
  }
  return answers
}

export const makeWorld = async (dataDir: string, env: Readonly<Record<string, string>>): Promise<World> => {
  const place = await choosePlace(dataDir, {
    ...standingClock(baseSeconds),
    HEDDLE_ENCRYPTION_KEY: encryptionKey,
    HEDDLE_RATE_LIMIT: "5000",
    // Rounds run at the start of the server, and then no more.
    HEDDLE_ROUND_INTERVAL: "2 hours",
    ...env
  })
  const placeholders = makePlaceholders()
  const receiver = await startReceiver()
  let server = await startHeddle(place)
  const ingested = await ingest(server)
  await createCallers(server, placeholders)
  placeholders.add("receiver", receiver.url)
  placeholders.add("closed", `http://127.0.0.1:${await freePort()}`)
  placeholders.add("base", server.baseUrl)
  return {
    server: () => server,
    place,
    placeholders,
    receiver,
    ingested,
    restart: async () => {
      await server.stop()
      server = await startHeddle({ ...place, env: { ...place.env, ...standingClock(baseSeconds + 60) } })
    },
    end: async () => {
      await server.stop()
      await receiver.close()
    }
  }
}
