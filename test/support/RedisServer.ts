import { Data, Effect } from "effect"
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "./FreePort.ts"

export class RedisMissing extends Data.TaggedError("RedisMissing") {
  override readonly message =
    "No Redis found.\n" +
    "  Details: looked for redis-server and valkey-server on PATH.\n" +
    "  To fix this: install one of them (apt-get install redis-server)."
}

export class RedisFailed extends Data.TaggedError("RedisFailed")<{ readonly log: string }> {
  override readonly message = `Redis did not start.\n  Details: ${this.log}`
}

export interface RedisServerOptions {
  /** A cluster of one node that owns every slot. */
  readonly cluster?: boolean
}

/** A shell that stops the server when our end of its input closes, even because we were killed. */
const supervise = `
"$@" </dev/null &
cat >/dev/null
kill $! 2>/dev/null
wait
rm -rf "$HEDDLE_REDIS_FOLDER"
`

const findProgram = Effect.sync(() =>
  ["redis-server", "valkey-server"].find((program) => spawnSync(program, ["--version"]).status === 0)
)

/** Starts a real in-memory Redis on a free local port until the scope closes; returns its URL. */
export const start = Effect.fn("RedisServer.start")(function* (options: RedisServerOptions = {}) {
  const program = yield* findProgram
  if (program === undefined) return yield* new RedisMissing()
  const port = yield* Effect.promise(freePort)
  const folder = mkdtempSync(join(tmpdir(), "heddle-redis-"))
  const settings = {
    port: String(port),
    bind: "127.0.0.1",
    save: "",
    dir: folder,
    "cluster-enabled": options.cluster === true ? "yes" : "no",
    "cluster-announce-ip": "127.0.0.1"
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      spawn("/bin/sh", ["-c", supervise, "sh", program, ...flags], {
        detached: true,
        env: { PATH: process.env["PATH"], HEDDLE_REDIS_FOLDER: folder }
      })
    ),
    (server) => Effect.promise(() => stop(server))
  )
  const log = yield* Effect.promise(() => ready(server))
  if (!log.includes("Ready to accept connections")) return yield* new RedisFailed({ log })
  return `redis://127.0.0.1:${port}`
})

/** The server's output until it was ready or exited. */
const ready = async (server: ChildProcessWithoutNullStreams): Promise<string> => {
  let log = ""
  for await (const chunk of server.stdout) {
    log += String(chunk)
    if (log.includes("Ready to accept connections") || log.includes("Failed")) break
  }
  return log
}

const stop = async (server: ChildProcessWithoutNullStreams): Promise<void> => {
  if (server.exitCode !== null) return
  const exit = once(server, "exit")
  server.stdin.end()
  await exit
}
