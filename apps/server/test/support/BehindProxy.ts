/** The served API over a PostgreSQL server whose replies a proxy can lose. */
import { Context, Effect, Layer, Redacted } from "effect"
import type { Postgres } from "../../../../test/support/Databases.ts"
import { migrated } from "../../src/database/Database.ts"
import * as PostgresClient from "../../src/database/client/PostgresClient.ts"
import { type CuttingProxy, cuttingProxy } from "./CuttingProxy.ts"
import { ServedApi } from "./ServedApi.ts"

export class Proxy extends Context.Service<Proxy, CuttingProxy>()("test/Proxy") {}

export const behindProxy = ({ freshUrl }: Pick<Postgres, "freshUrl">) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const direct = new URL(Redacted.value(yield* freshUrl))
      const proxy = yield* cuttingProxy(Number(direct.port))
      const url = new URL(direct)
      url.port = String(proxy.port)
      const client = PostgresClient.layer({ url: Redacted.make(url.href), maxConnections: 4 })
      return Layer.merge(ServedApi.layer.pipe(Layer.provideMerge(migrated(client))), Layer.succeed(Proxy, proxy))
    })
  ).pipe(Layer.orDie)
