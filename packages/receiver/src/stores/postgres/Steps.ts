import type { Claim, IdempotencyStore } from "../IdempotencyStore.ts"
import { storedKey } from "../StoredKey.ts"
import type { Ask, Row } from "./PostgresClient.ts"
import { statements } from "./Statements.ts"

/** Each round another claim of the same key was taken or released within our statement. */
const maxClaimRounds = 20

function readClaim({ status, remaining }: Row): Claim {
  if (status === "claimed" || status === "completed") return { status }
  const retryAfterMs = Number(remaining)
  if (status === "in_progress" && retryAfterMs > 0) return { status, retryAfterMs }
  throw new Error("PostgreSQL answered the claim with something unknown.")
}

/** The store's steps over anything that runs a statement. */
export function steps(ask: Ask, table: string, retentionMs: number): IdempotencyStore {
  const sql = statements(table)
  const found = async (statement: string, key: string, ...values: ReadonlyArray<string | number>) =>
    (await ask(statement, [await storedKey(key), ...values])).length > 0
  return {
    claim: async (key, owner, leaseMs) => {
      const stored = await storedKey(key)
      for (let round = 1; round <= maxClaimRounds; round += 1) {
        const [row] = await ask(sql.claim, [stored, owner, leaseMs, retentionMs])
        if (row !== undefined) return readClaim(row)
      }
      throw new Error("The claim changed hands in every round.")
    },
    renew: (key, owner, leaseMs) => found(sql.renew, key, owner, leaseMs, retentionMs),
    complete: (key, owner) => found(sql.complete, key, owner, retentionMs),
    release: (key, owner) => found(sql.release, key, owner)
  }
}
