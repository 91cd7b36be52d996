/** Plain connections to a PostgreSQL server, and what only its administrator asks for. */
import { Effect } from "effect"
import { Client } from "pg"
import { parentOf } from "./Cpu.ts"

/** One connection, closed with the scope. */
export const connect = (url: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      return client
    }),
    (client) => Effect.promise(() => client.end())
  )

export const createDatabase = Effect.fnUntraced(function* (serverUrl: string, name: string) {
  const client = yield* connect(serverUrl)
  yield* Effect.promise(() => client.query(`CREATE DATABASE "${name}"`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}, Effect.scoped)

/** The process that is the parent of all sessions. */
export const postmasterOf = Effect.fnUntraced(function* (url: string) {
  const client = yield* connect(url)
  const { rows } = yield* Effect.promise(() => client.query("SELECT pg_backend_pid() AS pid"))
  return parentOf(Number(rows[0]?.pid))
}, Effect.scoped)
