/** The browsers in which a person is signed in, and how they end those they no longer want. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import type { SessionId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { audit } from "../audit/AuditLog.ts"
import type { SignedIn } from "./Sessions.ts"

export interface PersonSession {
  readonly id: SessionId
  readonly createdAt: Date
  /** At most a day stale. */
  readonly updatedAt: Date
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

export class PersonSessions extends Context.Service<
  PersonSessions,
  {
    /** Newest first. */
    list(person: SignedIn): Effect.Effect<ReadonlyArray<PersonSession>>
    /** Returns whether the person had this session. */
    end(person: SignedIn, id: string): Effect.Effect<boolean>
    endOthers(person: SignedIn): Effect.Effect<void>
  }
>()("@heddle/server/accounts/sessions/PersonSessions") {
  static readonly layer = Layer.effect(
    PersonSessions,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const list = Effect.fn("PersonSessions.list")(function* ({ userId }: SignedIn) {
        return yield* sql<PersonSession>`
          SELECT id, created_at, updated_at, nullif(ip_address, '') AS ip_address,
            nullif(user_agent, '') AS user_agent
          FROM user_sessions WHERE user_id = ${userId} AND expires_at > ${yield* now}
          ORDER BY created_at DESC, id DESC LIMIT 200`
      }, Effect.orDie)

      const end = Effect.fn("PersonSessions.end")(
        function* ({ userId, accountId }: SignedIn, id: string) {
          const ended = yield* sql`DELETE FROM user_sessions WHERE user_id = ${userId} AND id = ${id} RETURNING 1`
          if (ended.length > 0) yield* audit(sql, accountId, "session.ended", { target: id })
          return ended.length > 0
        },
        (effect) => atomically(sql, effect)
      )

      const endOthers = Effect.fn("PersonSessions.endOthers")(
        function* ({ userId, accountId, sessionId }: SignedIn) {
          const ended = yield* sql`
            DELETE FROM user_sessions WHERE user_id = ${userId} AND id <> ${sessionId} RETURNING 1`
          if (ended.length === 0) return
          yield* audit(sql, accountId, "sessions.ended", { details: { sessions: ended.length } })
        },
        (effect) => atomically(sql, effect)
      )

      return PersonSessions.of({ list, end, endOthers })
    })
  )
}
