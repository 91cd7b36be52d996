/** `sslmode` and `sslrootcert` of `DATABASE_URL`, at a server with a certificate of a private authority for `localhost`. */
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as PostgresServer from "../../../../../test/support/PostgresServer.ts"
import * as PostgresClient from "../../../src/database/client/PostgresClient.ts"
import { authority, serverCertificate, serverKey } from "../../support/Certificates.ts"

class Encrypted extends Context.Service<Encrypted, { readonly url: string; readonly authorityFile: string }>()(
  "@heddle/server/test/database/client/Encrypted"
) {
  static readonly layer = Layer.effect(
    Encrypted,
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-tls-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
      )
      const authorityFile = join(folder, "ca.crt")
      writeFileSync(authorityFile, authority)
      const { url } = yield* PostgresServer.start({
        fsync: false,
        tls: { certificate: serverCertificate, key: serverKey }
      })
      return { url: Redacted.value(url), authorityFile }
    })
  )
}

/** Whether the session is encrypted, or why there is none. */
const session = Effect.fnUntraced(function* (host: string, parameters: Readonly<Record<string, string>>) {
  const url = new URL((yield* Encrypted).url)
  url.hostname = host
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  // Two hosts that are one: connections to several follow another path.
  const several = url.href.replace(url.host, `${url.host},${url.host}`)
  const seen = yield* Effect.forEach([url.href, several], (one) =>
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ ssl: boolean }>`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`
    ).pipe(
      Effect.map(([row]) => (row?.ssl === true ? "encrypted" : "plain")),
      Effect.provide(PostgresClient.layer({ url: Redacted.make(one), maxConnections: 2 }), { local: true }),
      Effect.catchTag("DatabaseUnavailable", ({ message }) => Effect.succeed(message))
    )
  )
  return seen
})

layer(Encrypted.layer, { timeout: "120 seconds", excludeTestServices: true })("TLS to PostgreSQL", (it) => {
  it.effect("verifies the authority, and with verify-full and require the name", () =>
    Effect.gen(function* () {
      const { authorityFile } = yield* Encrypted
      const sslrootcert = authorityFile
      for (const sslmode of ["verify-full", "require", "verify-ca"]) {
        const trusted = yield* session("localhost", { sslmode, sslrootcert })
        assert.deepStrictEqual(trusted, ["encrypted", "encrypted"], sslmode)
      }
      for (const sslmode of ["verify-full", "require"]) {
        for (const message of yield* session("127.0.0.1", { sslmode, sslrootcert })) {
          assert.include(message, "does not match certificate")
          assert.include(message, "Use a name that is in the certificate as the host in DATABASE_URL")
        }
      }
      const otherName = yield* session("127.0.0.1", { sslmode: "verify-ca", sslrootcert })
      assert.deepStrictEqual(otherName, ["encrypted", "encrypted"])
    })
  )

  it.effect("refuses an authority that it does not know, whatever the mode", () =>
    Effect.gen(function* () {
      for (const sslmode of ["verify-full", "verify-ca", "require"]) {
        for (const message of yield* session("localhost", { sslmode })) {
          assert.include(message, "sslmode=verify-full&sslrootcert=/path/to/ca.crt", sslmode)
        }
      }
    })
  )

  it.effect("is off unless it is asked for, and refused where nothing would be verified", () =>
    Effect.gen(function* () {
      const { authorityFile } = yield* Encrypted
      assert.deepStrictEqual(yield* session("localhost", {}), ["plain", "plain"])
      for (const message of yield* session("localhost", { sslrootcert: authorityFile })) {
        assert.include(message, "With sslrootcert, sslmode is verify-full, verify-ca or require")
      }
      for (const file of ["/nowhere/ca.crt", import.meta.filename]) {
        for (const message of yield* session("localhost", { sslmode: "verify-full", sslrootcert: file })) {
          assert.include(message, "The sslrootcert of DATABASE_URL is no readable file of certificates")
        }
      }
    })
  )
})
