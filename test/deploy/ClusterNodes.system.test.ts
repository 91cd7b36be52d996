/**
 * `deploy/cluster`: three nodes on a primary and a replica. No container engine is at hand, so its scripts and its
 * environments run in processes of this machine, without the pooler and the proxy.
 */
import { Effect, Redacted } from "effect"
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, eventually, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import { callApi, metric } from "../support/Operator.ts"
import { Optional } from "../support/Optional.ts"
import { findFolderWith, programsFor } from "../support/PostgresPrograms.ts"
import * as PostgresServer from "../support/PostgresServer.ts"
import { valueOf } from "../support/Rows.ts"
import { temporaryFolderOf, unprivilegedAccount } from "../support/UnprivilegedAccount.ts"
import { batchSize, ingestBatch, withReceiver } from "../faults/Scenario.ts"
import { clusterFolder, environmentOf, serviceOf } from "./ClusterFile.ts"

const programs = new Optional({
  thing: "POSTGRES",
  name: "pg_basebackup and psql",
  remedy: "install PostgreSQL 15 or later",
  find: () => Effect.runSync(findFolderWith(["pg_basebackup", "psql", "postgres", "pg_ctl"]))
})

/** `--name=value` of a service's command as lines of postgresql.conf. */
const settingsOf = (service: string): ReadonlyArray<string> =>
  (serviceOf(service).command ?? []).flatMap((word) => {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(word) ?? []
    return name === undefined ? [] : [`${name} = '${value}'`]
  })

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", () => resolve()))

describeWith(programs, "The scripts and environments of deploy/cluster", (found) => {
  it(
    "make a primary, a replica and three nodes, which answer, charge and deliver once",
    { timeout: 240_000 },
    async () => {
      const account = unprivilegedAccount()
      const folder = mkdtempSync(join(temporaryFolderOf(account), "heddle-cluster-"))
      chmodSync(folder, 0o755)
      const bin = programsFor(found, account, folder)
      cpSync(clusterFolder, folder, { recursive: true, filter: (path) => !path.endsWith("/secrets") })
      execFileSync("sh", [join(folder, "secrets.sh")])
      assert.throws(() => execFileSync("sh", [join(folder, "secrets.sh")], { stdio: "pipe" }), /File exists/)
      const secrets = join(folder, "secrets")
      // In containers, the mounts of single files are outside the closed folder.
      chmodSync(secrets, 0o755)
      const secret = (name: string): string => readFileSync(join(secrets, name), "utf8").trim()
      const children: Array<ChildProcess> = []
      const servers: Array<HeddleProcess> = []

      const setUpPrimary = async (url: URL): Promise<void> => {
        const data = String(await valueOf(url.href, "SHOW data_directory"))
        const { port, password } = url
        execFileSync("sh", [join(folder, "primary.sh")], {
          env: {
            PATH: `${bin}:/usr/bin:/bin`,
            SECRETS: secrets,
            PGDATA: data,
            PGHOST: "127.0.0.1",
            PGPORT: port,
            PGPASSWORD: password
          },
          stdio: "pipe"
        })
        assert.match(
          readFileSync(join(data, "pg_hba.conf"), "utf8"),
          /^host replication replication samenet scram-sha-256$/m
        )
        await valueOf(url.href, "SELECT pg_reload_conf()")
      }

      const startReplica = async (primaryPort: string): Promise<string> => {
        const [data, port] = [join(folder, "replica"), String(await freePort())]
        mkdirSync(data, { mode: 0o755 })
        // As a copy that was cut off leaves it.
        writeFileSync(join(data, "leftover"), "")
        for (const path of [data, join(data, "leftover")])
          if (account !== undefined) chownSync(path, account.uid, account.gid)
        const { command = [], entrypoint: [shell = "", script = ""] = [] } = serviceOf("replica")
        const child = spawn(shell, [join(folder, script), ...command, `--port=${port}`], {
          ...account,
          cwd: folder,
          env: {
            PATH: `${bin}:/usr/bin:/bin`,
            SECRETS: secrets,
            PGDATA: data,
            PRIMARY_HOST: "127.0.0.1",
            PRIMARY_PORT: primaryPort
          },
          stdio: "ignore"
        })
        children.push(child)
        return port
      }

      const startNode = async (name: string, ports: Readonly<Record<string, string>>): Promise<HeddleProcess> => {
        const own = join(folder, name)
        mkdirSync(own)
        cpSync(secrets, join(own, "secrets"), { recursive: true })
        const services = new RegExp(`@(${Object.keys(ports).join("|")}):\\d+/`)
        for (const file of ["database_url", "listen_database_url", "query_database_url"]) {
          const here = secret(file).replace(services, (_all, service: string) => `@127.0.0.1:${ports[service]}/`)
          writeFileSync(join(own, "secrets", file), here)
        }
        const environment = environmentOf(name, { DOMAIN: "api.example.com" }, own)
        const place = await choosePlace(join(own, "data"), {
          ...environment,
          HEDDLE_OPERATOR_HOST: "127.0.0.1",
          HEDDLE_ROUND_INTERVAL: "300 millis"
        })
        const server = await startHeddle({ ...place, operatorToken: secret("operator_token") })
        servers.push(server)
        return server
      }

      const scenario = Effect.gen(function* () {
        const primary = yield* PostgresServer.start({ settings: ["fsync = off", ...settingsOf("primary")] })
        yield* Effect.promise(async () => {
          const url = new URL(Redacted.value(primary.url))
          await setUpPrimary(url)
          const replicaPort = await startReplica(url.port)
          const replicaUrl = `postgres://heddle:${secret("heddle_password")}@127.0.0.1:${replicaPort}/heddle`
          await eventually(
            "the replica answers",
            () =>
              valueOf(replicaUrl, "SELECT pg_is_in_recovery()").then(
                (is) => is === true,
                () => false
              ),
            60_000
          )
          assert.strictEqual(
            await valueOf(url.href, "SELECT active FROM pg_replication_slots WHERE slot_name = 'replica'"),
            true
          )
          assert.strictEqual(await valueOf(replicaUrl, "SHOW max_standby_streaming_delay"), "1min")

          const ports = { pgbouncer: url.port, primary: url.port, replica: replicaPort }
          const [first, second, worker] = [
            await startNode("api-1", ports),
            await startNode("api-2", ports),
            await startNode("worker", ports)
          ]
          assert.strictEqual((await fetch(`${worker.operatorUrl}/metrics`)).status, 401)
          await withReceiver(async (_folder, subscribe) => {
            const { account: customer, receiver } = await subscribe(first)
            await ingestBatch(worker)
            await eventually(
              "the events are delivered",
              async () => receiver.runs.size === batchSize && (await metric(worker, "webhook_events_unfinished")) === 0,
              60_000
            )
            assert.deepStrictEqual([...new Set(receiver.requests.values())], [1])
            const balances: Array<number> = []
            await eventually(
              "the replica has the posts",
              async () => Number(await valueOf(replicaUrl, "SELECT count(*) FROM posts")) === batchSize,
              60_000
            )
            for (const node of [first, second]) {
              await eventually(
                "the node uses the replica",
                async () => (await metric(node, `replica_used{replica="127.0.0.1:${replicaPort}/heddle"}`)) === 1,
                60_000
              )
              const found = await callApi(node, customer, "GET", "/post/search?keywords=台積電&limit=3")
              assert.lengthOf(found.data, 3)
              balances.push((await callApi(node, customer, "GET", "/balance")).data.remaining_credits)
            }
            // 20 credits an event, and one for each post found.
            assert.deepStrictEqual(balances, [100_000 - 20 * batchSize - 3, 100_000 - 20 * batchSize - 6])
            assert.strictEqual(receiver.requests.size, batchSize)
            const isPublic = (server: HeddleProcess) =>
              fetch(`${server.baseUrl}/healthz`).then(
                ({ ok }) => ok,
                () => false
              )
            assert.deepStrictEqual(await Promise.all([first, second, worker].map(isPublic)), [true, true, false])
          })
        })
      })
      try {
        await Effect.runPromise(Effect.scoped(scenario))
      } finally {
        await Promise.all(servers.map((server) => server.kill()))
        for (const child of children) child.kill("SIGQUIT")
        await Promise.all(children.map(ended))
        rmSync(folder, { recursive: true, force: true })
      }
    }
  )
})
