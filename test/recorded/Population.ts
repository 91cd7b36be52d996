/** The data of a fresh server: posts, and accounts of every kind with their API keys. */
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import type { Caller } from "./Call.ts"
import { ingestBodies } from "./Posts.ts"
import { baseSeconds } from "./StandingClock.ts"
import type { World } from "./World.ts"

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

/** Makes the API key of every caller. */
export const createCallers = async (world: World): Promise<void> => {
  const server = world.server()
  const ids = new Map<string, string>()
  for (const [name, grant] of Object.entries(accounts)) {
    const { id } = await operator(server, "POST", "/accounts", { email: `${name}@example.com` })
    ids.set(name, id)
    await operator(server, "POST", `/accounts/${id}/grants`, grant)
  }
  const keysOf = (name: string) => `/accounts/${ids.get(name)}/keys`
  const makeKey = async (caller: Caller, account: string, input: object) => {
    const made = await operator(server, "POST", keysOf(account), input)
    world.placeholders.add(`key:${caller}`, made.key)
    world.placeholders.add(`key_id_${caller}`, made.id)
    return made
  }
  for (const name of ["lite", "planless", "poor", "hooks", "events"] as const) await makeKey(name, name, { name })
  await makeKey("standard", "standard", { name: "main" })
  await makeKey("second", "standard", { name: '=second, with "quotes"' })
  await makeKey("budgeted", "budgeted", { name: "limited", credit_limit: 30 })
  const rotated = await makeKey("rotated", "standard", { name: "rotated" })
  await operator(server, "POST", `${keysOf("standard")}/${rotated.id}/rotate`)
  const deleted = await makeKey("deleted", "standard", { name: "deleted" })
  await operator(server, "DELETE", `${keysOf("standard")}/${deleted.id}`)
  await operator(server, "POST", `/accounts/${ids.get("standard")}/grants`, { credits: 700 })
}

/** One ingest; what it answers. */
export const ingest = async (world: World, body: string): Promise<string> =>
  (await fetch(`${world.server().operatorUrl}/ingest`, { method: "POST", body })).text()

export const ingestAll = async (world: World): Promise<ReadonlyArray<string>> => {
  const answers: Array<string> = []
  for (const body of ingestBodies(baseSeconds)) answers.push(await ingest(world, body))
  return answers
}
