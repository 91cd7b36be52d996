/**
 * Which of several hosts takes writes. libpq finds out for each connection (`target_session_attrs=read-write`); here all
 * connections of a process go to the same host. When another one takes over, those to the old host are cut, also where it
 * vanished and would never say so, and the pools open new ones.
 */
import { PgClient } from "@effect/sql-pg"
import { type Duration, Effect, Schedule } from "effect"
import { connect, isIP, type Socket } from "node:net"
import { statementReason } from "../../runtime/StatementText.ts"
import { abandonable } from "./Abandonable.ts"
import { clientOptions } from "./ClientOptions.ts"
import type { DatabaseHost, DatabaseUrl } from "./DatabaseUrl.ts"

const checkInterval = "1 second"
/** A host that takes longer to answer counts as away. */
const checkTimeout = "2 seconds"
/** The same at the start, when the process and perhaps the machine have much to do: without a host there is no start. */
const firstCheckTimeout = "10 seconds"
const keepAliveMillis = 10_000

interface Watched extends DatabaseHost {
  readonly client: PgClient.PgClient
}

const readOnly = "takes no writes"

/** Why a host is not the one; undefined for the one that takes writes. */
const whyNot = ({ client }: Watched, timeout: Duration.Input) =>
  abandonable(
    client<{ readOnly: boolean }>`SELECT current_setting('transaction_read_only')::boolean AS read_only`
  ).pipe(
    Effect.timeout(timeout),
    Effect.map(([row]) => (row?.readOnly === false ? undefined : readOnly)),
    Effect.catchTags({
      SqlError: (error) => Effect.succeed(`fails: ${statementReason(error)}`),
      TimeoutError: () => Effect.succeed("does not answer")
    })
  )

/** Options of connections that go to the host that takes writes. */
export const followWrites = Effect.fnUntraced(function* ({ hosts, location, ssl }: DatabaseUrl) {
  const watched = yield* Effect.forEach(hosts, (host) =>
    Effect.map(
      PgClient.make({ ...clientOptions, url: host.url, ssl, maxConnections: 1, applicationName: "heddle hosts" }),
      (client): Watched => ({ ...host, client })
    )
  )
  const sockets = new Set<Socket>()
  let current: Watched | undefined
  let reasons: ReadonlyArray<string> = []

  const moveTo = (host: Watched | undefined) => {
    current = host
    for (const socket of sockets) socket.destroy()
  }

  /** Asks the current host first: nothing moves while it takes writes. */
  const check = Effect.fnUntraced(function* (timeout: Duration.Input) {
    const found: Array<string> = []
    for (const host of watched.toSorted((a, b) => Number(b === current) - Number(a === current))) {
      const why = yield* whyNot(host, timeout)
      if (why === undefined) {
        if (host !== current) moveTo(host)
        return
      }
      found.push(`${host.location} ${why}`)
      // One that does not answer may only be slow, but one that follows another must not be read as if it led.
      if (host === current && why === readOnly) moveTo(undefined)
    }
    reasons = found
  })
  const checkAndTell = Effect.gen(function* () {
    const before = current
    yield* check(checkTimeout)
    if (current !== undefined && current !== before) {
      yield* Effect.logWarning(`The database is now at ${current.location}`)
    }
  })
  yield* check(firstCheckTimeout)
  yield* checkAndTell.pipe(Effect.repeat(Schedule.spaced(checkInterval)), Effect.forkScoped)

  const target = (): Watched => {
    if (current === undefined) throw new Error(`None of ${location} takes writes: ${reasons.join("; ")}`)
    return current
  }
  return {
    // The driver asks for a stream, and reads the options of TLS, for each connection.
    stream: () => {
      const { name: host, port } = target()
      const socket = connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMillis })
      sockets.add(socket)
      return socket.once("close", () => sockets.delete(socket))
    },
    ssl: ssl && {
      ...ssl,
      get host() {
        return target().name
      },
      get servername() {
        return isIP(target().name) === 0 ? target().name : undefined
      }
    }
  }
})
