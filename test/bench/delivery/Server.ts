/** A server of the product that only delivers when the benchmark has made events. */
import { Effect } from "effect"
import { choosePlace, ownCheckout, startHeddle } from "../../support/HeddleProcess.ts"
import { encryptionKey } from "../Product.ts"

export interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Where to write a CPU profile when the server stops. */
  readonly profileDir?: string | undefined
}

/** What servers and the benchmark's own services have in common. */
export const settings = { HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true", HEDDLE_RATE_LIMIT: "0", HEDDLE_SOURCE: "none" }

export const startServer = Effect.fnUntraced(function* ({ dataDir, env = {}, profileDir }: ServerOptions) {
  const place = yield* Effect.promise(() =>
    choosePlace(dataDir, {
      ...settings,
      HEDDLE_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString("base64"),
      HEDDLE_ROUND_INTERVAL: "1 day",
      ...(profileDir === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }),
      ...env
    })
  )
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => startHeddle({ ...place, checkout: ownCheckout })),
    (one) => Effect.promise(() => one.stop())
  )
  return { pid: server.pid }
})

export type Server = Effect.Success<ReturnType<typeof startServer>>
