/**
 * Keyed digests of what is stored and looked up without being kept, such as the address of a trial. Their key is in the
 * database, so that they stay the same when the encryption key changes: nobody could make them again.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { macWith, Secrets } from "./Secrets.ts"
import { makeStoredKeys } from "./StoredKeys.ts"

const keyBytes = 32

export class Digests extends Context.Service<
  Digests,
  {
    /** 22 characters of base64url. */
    digest(text: string): string
  }
>()("@heddle/server/runtime/Digests") {
  static readonly layer = Layer.effect(
    Digests,
    Effect.gen(function* () {
      const storedKey = makeStoredKeys(yield* SqlClient.SqlClient, yield* Secrets)
      const made = Effect.sync(() => randomBytes(keyBytes).toString("base64"))
      const key = Buffer.from(yield* storedKey("digests", made), "base64")
      return Digests.of({ digest: (text) => macWith(key, text) })
    }).pipe(Effect.orDie)
  )
}
