import { Effect, Redacted } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chownSync, mkdtempSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { freePort } from "./FreePort.ts"
import { Optional } from "./Optional.ts"
import { temporaryFolderOf, unprivilegedAccount } from "./UnprivilegedAccount.ts"

const pollMillis = 20
const startMillis = 20_000

/** A shell that ends it when our end of its input closes, even because we were killed. It keeps nothing that is worth a farewell. */
const supervise = `
cd "$1"
pgbouncer settings.ini </dev/null &
cat >/dev/null
kill -KILL $! 2>/dev/null
wait
rm -rf "$1"
`

const versionOf = (): readonly [number, number] | undefined => {
  const { stdout, status } = spawnSync("pgbouncer", ["--version"], { encoding: "utf8" })
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(stdout ?? "") ?? []
  return status === 0 ? [Number(major), Number(minor)] : undefined
}

export interface PgBouncer {
  /** Whether the version on `PATH` can follow prepared statements from one session to another. */
  readonly followsStatements: boolean
  /** Starts it in front of a server until the scope closes; returns the URL through it. */
  readonly start: typeof startPgBouncer
}

export const pgBouncer = new Optional({
  thing: "PGBOUNCER",
  name: "PgBouncer",
  remedy: "install the package pgbouncer",
  find: (): PgBouncer | undefined => {
    const version = versionOf()
    if (version === undefined) return undefined
    const [major, minor] = version
    return { followsStatements: major > 1 || minor >= 21, start: startPgBouncer }
  }
})

/** The settings of docs/operations/install.md, and what a test needs. */
const configuration = (server: URL, port: number, folder: string, more: ReadonlyArray<string>) =>
  [
    "[databases]",
    `* = host=${server.hostname} port=${server.port}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = scram-sha-256",
    `auth_file = ${folder}/users`,
    "pool_mode = transaction",
    "ignore_startup_parameters = jit, max_parallel_workers_per_gather, statement_timeout",
    "server_login_retry = 1",
    "max_client_conn = 1000",
    ...more,
    ""
  ].join("\n")

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })

const startPgBouncer = Effect.fn("PgBouncer.start")(function* (
  serverUrl: Redacted.Redacted<string>,
  settings: ReadonlyArray<string>
) {
  const url = new URL(Redacted.value(serverUrl))
  const port = yield* Effect.promise(freePort)
  const account = unprivilegedAccount()
  const folder = mkdtempSync(join(temporaryFolderOf(account), "heddle-pgbouncer-"))
  writeFileSync(join(folder, "settings.ini"), configuration(url, port, folder, settings))
  writeFileSync(join(folder, "users"), `"${decodeURIComponent(url.username)}" "${decodeURIComponent(url.password)}"\n`)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  const supervisor = yield* Effect.acquireRelease(
    Effect.sync(() => spawn("/bin/sh", ["-c", supervise, "sh", folder], { ...account, detached: true })),
    (supervisor) =>
      Effect.promise(async () => {
        if (supervisor.exitCode !== null) return
        const exit = once(supervisor, "exit")
        supervisor.stdin.end()
        await exit
      })
  )
  let log = ""
  for (const output of [supervisor.stdout, supervisor.stderr]) output.on("data", (chunk) => (log += String(chunk)))
  yield* Effect.promise(async () => {
    const deadline = Date.now() + startMillis
    while (!(await accepts(port))) {
      if (Date.now() > deadline) throw new Error(`PgBouncer did not start.\n  Details: ${log}`)
      await sleep(pollMillis)
    }
  })
  url.host = `127.0.0.1:${port}`
  return Redacted.make(url.href)
})
