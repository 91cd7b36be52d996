/**
 * `deploy/cluster` on this machine: no container engine is at hand, so its scripts run, and its nodes get their
 * environments, in processes. The proxy is left out; PgBouncer is, where it is not installed.
 */
import { Data, Effect, Redacted } from "effect"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, eventually, type HeddleProcess, type Place, startHeddle } from "../support/HeddleProcess.ts"
import { pgBouncer } from "../support/PgBouncer.ts"
import { findFolderWith, programsFor } from "../support/PostgresPrograms.ts"
import * as PostgresServer from "../support/PostgresServer.ts"
import { valueOf } from "../support/Rows.ts"
import { temporaryFolderOf, unprivilegedAccount } from "../support/UnprivilegedAccount.ts"
import { clusterFolder, environmentOf, serviceOf } from "./ClusterFile.ts"

const readyMillis = 60_000

export class ClusterProgramsMissing extends Data.TaggedError("ClusterProgramsMissing") {
  override readonly message = "pg_basebackup and psql are missing. To fix this: install PostgreSQL 15 or later."
}

export const findClusterPrograms = findFolderWith(["pg_basebackup", "psql", "postgres", "pg_ctl"])

/** `--name=value` of a service's command as lines of postgresql.conf. */
const settingsOf = (service: string): ReadonlyArray<string> =>
  (serviceOf(service).command ?? []).flatMap((word) => {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(word) ?? []
    return name === undefined ? [] : [`${name} = '${value}'`]
  })

/** A program that can be started again, which ends with the scope. */
const program = (start: () => ChildProcess) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync((): { running: ChildProcess | undefined } => ({ running: undefined })),
      (held) => Effect.promise(() => end(held, "SIGQUIT"))
    ),
    (held) => ({
      start: () => void (held.running = start()),
      stop: (signal: NodeJS.Signals) => end(held, signal)
    })
  )

const end = async (held: { running: ChildProcess | undefined }, signal: NodeJS.Signals): Promise<void> => {
  const child = held.running
  held.running = undefined
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  child.kill(signal)
  await ended
}

export interface RunningCluster {
  /** A copy of `deploy/cluster`, with its secrets. */
  readonly folder: string
  readonly primary: PostgresServer.PostgresServer
  /** Of the superuser, in the database `heddle`. */
  readonly primaryUrl: string
  readonly replica: {
    /** Of the superuser, in the database `heddle`. */
    readonly url: string
    readonly start: () => Promise<void>
    readonly stop: () => Promise<void>
    readonly promote: () => void
  }
  readonly hasPooler: boolean
  /** Lets the pooler lead to the replica, as after a failover. */
  readonly poolReplica: () => Promise<void>
  readonly operatorToken: string
  readonly placeOf: (name: string, env?: Readonly<Record<string, string>>) => Promise<Place>
  /** Ends with the scope. */
  readonly startNode: (place: Place) => Promise<HeddleProcess>
}

const makeFolder = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(temporaryFolderOf(unprivilegedAccount()), "heddle-cluster-"))
    chmodSync(folder, 0o755)
    cpSync(clusterFolder, folder, { recursive: true, filter: (path) => !path.endsWith("/secrets") })
    execFileSync("sh", [join(folder, "secrets.sh")])
    // In containers, the mounts of single files are outside the closed folder.
    chmodSync(join(folder, "secrets"), 0o755)
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** A primary, a replica and, if it is installed, PgBouncer, set up by the scripts. */
export const startCluster = Effect.fn("startCluster")(function* (options: PostgresServer.PostgresServerOptions = {}) {
  const found = yield* findClusterPrograms
  if (found === undefined) return yield* new ClusterProgramsMissing()
  const account = unprivilegedAccount()
  const folder = yield* makeFolder
  const bin = programsFor(found, account, folder)
  const secrets = join(folder, "secrets")
  const secret = (name: string): string => readFileSync(join(secrets, name), "utf8").trim()

  const settings = [...settingsOf("primary"), ...(options.settings ?? [])]
  const primary = yield* PostgresServer.start({ ...options, settings })
  const url = new URL(Redacted.value(primary.url))
  const [replicaPort, poolerPort] = yield* Effect.promise(() => Promise.all([freePort(), freePort()]))
  yield* Effect.promise(() => setUpPrimary(url, bin, folder))

  const data = join(folder, "replica")
  mkdirSync(data, { mode: 0o755 })
  // As a copy that was cut off leaves it.
  writeFileSync(join(data, "leftover"), "")
  for (const path of [data, join(data, "leftover")])
    if (account !== undefined) chownSync(path, account.uid, account.gid)
  const replica = yield* program(() => {
    const { command = [], entrypoint: [shell = "", script = ""] = [] } = serviceOf("replica")
    return spawn(shell, [join(folder, script), ...command, `--port=${replicaPort}`], {
      ...account,
      cwd: folder,
      env: {
        PATH: `${bin}:/usr/bin:/bin`,
        SECRETS: secrets,
        PGDATA: data,
        PRIMARY_HOST: "127.0.0.1",
        PRIMARY_PORT: url.port
      },
      stdio: "ignore"
    })
  })
  const primaryUrl = new URL("/heddle", url).href
  const replicaUrl = primaryUrl.replace(`:${url.port}/`, `:${replicaPort}/`)
  const startReplica = async () => {
    replica.start()
    const answers = () => valueOf(replicaUrl, "SELECT true").then(Boolean, () => false)
    await eventually("the replica answers", answers, readyMillis)
  }
  yield* Effect.promise(startReplica)

  const hasPooler = pgBouncer.isThere && pgBouncer.open().followsStatements
  const pooler = yield* program(() =>
    spawn("pgbouncer", ["pgbouncer.ini"], { ...account, cwd: folder, stdio: "ignore" })
  )
  const poolServer = async (port: string) => {
    if (!hasPooler) return
    await pooler.stop("SIGINT")
    writeFileSync(
      join(folder, "pgbouncer.ini"),
      readFileSync(join(clusterFolder, "pgbouncer.ini"), "utf8")
        .replace("host=primary port=5432", `host=127.0.0.1 port=${port}`)
        .replace("listen_addr = *", "listen_addr = 127.0.0.1")
        .replace("listen_port = 6432", `listen_port = ${poolerPort}`)
        .replace("/run/secrets/", `${secrets}/`)
    )
    pooler.start()
  }
  yield* Effect.promise(() => poolServer(url.port))

  const [here, there] = [`127.0.0.1:${url.port}`, `127.0.0.1:${replicaPort}`]
  const addresses: Readonly<Record<string, string>> = {
    pgbouncer: hasPooler ? `127.0.0.1:${poolerPort}` : `${here},${there}`,
    primary: here,
    replica: there
  }
  const nodes = yield* Effect.acquireRelease(
    Effect.sync((): Array<HeddleProcess> => []),
    (nodes) => Effect.promise(() => Promise.all(nodes.map((node) => node.kill())))
  )
  return {
    folder,
    primary,
    primaryUrl,
    replica: {
      url: replicaUrl,
      start: startReplica,
      stop: () => replica.stop("SIGINT"),
      promote: () => void execFileSync(join(bin, "pg_ctl"), ["promote", "-w", "-D", data], { ...account, cwd: folder })
    },
    hasPooler,
    poolReplica: () => poolServer(String(replicaPort)),
    operatorToken: secret("operator_token"),
    placeOf: async (name, env = {}) => {
      const own = join(folder, name)
      mkdirSync(own)
      cpSync(secrets, join(own, "secrets"), { recursive: true })
      for (const file of ["database_url", "listen_database_url", "query_database_url"]) {
        const local = secret(file).replaceAll(
          /(?<=[@,])(\w+):\d+/g,
          (_all, service: string) => addresses[service] ?? ""
        )
        writeFileSync(join(own, "secrets", file), local)
      }
      const environment = environmentOf(name, { DOMAIN: "api.example.com" }, own)
      const place = await choosePlace(join(own, "data"), { ...environment, HEDDLE_OPERATOR_HOST: "127.0.0.1", ...env })
      return { ...place, operatorToken: secret("operator_token") }
    },
    startNode: async (place) => {
      const node = await startHeddle(place)
      nodes.push(node)
      return node
    }
  } satisfies RunningCluster
})

const setUpPrimary = async (url: URL, bin: string, folder: string): Promise<void> => {
  const data = String(await valueOf(url.href, "SHOW data_directory"))
  execFileSync("sh", [join(folder, "primary.sh")], {
    env: {
      PATH: `${bin}:/usr/bin:/bin`,
      SECRETS: join(folder, "secrets"),
      PGDATA: data,
      PGHOST: "127.0.0.1",
      PGPORT: url.port,
      PGPASSWORD: url.password
    },
    stdio: "pipe"
  })
  await valueOf(url.href, "SELECT pg_reload_conf()")
}
