/** The statements on `oauth_connections`: what people allowed. Each is a grant of the provider, under the same id. */
import type { AccountId, ConnectionId } from "@heddle/api"
import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { batchSize } from "../../runtime/Batches.ts"
import type { UserId } from "../../runtime/Ids.ts"
import { plusMillis } from "../../runtime/Time.ts"
import { audit } from "../audit/AuditLog.ts"
import { hashOf } from "./RecordRows.ts"

/** A connected application, as its account's owner and as a call sees it. */
export interface Connection {
  readonly id: ConnectionId
  /** As the application calls itself. */
  readonly application: string
  /** Where its authorization codes go: a host, or the scheme of a program on the person's device. */
  readonly redirectHost: string
  readonly connectedAt: Date
  /** At most a minute stale; null when never used. */
  readonly lastUsedAt: Date | null
}

export interface TokenIdentity {
  readonly accountId: AccountId
  readonly connectionId: ConnectionId
  /** The application's name as usage entries show it. */
  readonly application: string
}

/** Time for the application to exchange its code; tokens extend it. */
const newMillis = 600_000

export interface NewConnection {
  readonly id: ConnectionId
  readonly accountId: AccountId
  readonly userId: UserId
  readonly clientId: string
  readonly application: string
  readonly redirectHost: string
}

export interface ConnectionUsed {
  readonly id: ConnectionId
  readonly at: number
}

export const makeConnectionRows = (sql: SqlClient.SqlClient) => {
  const insert = (connection: NewConnection, time: Date) => {
    const { id, accountId, userId, clientId, application, redirectHost } = connection
    return sql.withTransaction(
      Effect.andThen(
        sql`
          INSERT INTO oauth_connections
            (id, account_id, user_id, client_id, application, redirect_host, connected_at, expires_at)
          VALUES (${id}, ${accountId}, ${userId}, ${clientId}, ${application}, ${redirectHost}, ${time},
            ${plusMillis(time, newMillis)})`,
        audit(sql, accountId, "connection.added", { target: id, details: { application, redirectHost } })
      )
    )
  }

  /** What the provider keeps of the grant. */
  const savePayload = (id: string, payload: string) =>
    sql`UPDATE oauth_connections SET payload = ${payload} WHERE id = ${id}`

  const findPayload = (id: string, time: Date) =>
    Effect.map(
      sql<{ readonly payload: string | null }>`
        SELECT payload FROM oauth_connections WHERE id = ${id} AND expires_at > ${time}`,
      ([row]) => row?.payload ?? undefined
    )

  const destroy = (id: string) => sql`DELETE FROM oauth_connections WHERE id = ${id}`

  const count = (accountId: AccountId, time: Date) =>
    Effect.map(
      sql<{ readonly count: number }>`
        SELECT count(*)::int AS count FROM oauth_connections
        WHERE account_id = ${accountId} AND expires_at > ${time}`,
      ([row]) => row?.count ?? 0
    )

  const has = (
    { accountId, clientId, redirectHost }: Pick<NewConnection, "accountId" | "clientId" | "redirectHost">,
    time: Date
  ) =>
    Effect.map(
      sql`
        SELECT 1 FROM oauth_connections
        WHERE account_id = ${accountId} AND client_id = ${clientId} AND redirect_host = ${redirectHost}
          AND expires_at > ${time} LIMIT 1`,
      (rows) => rows.length > 0
    )

  const list = (accountId: AccountId, time: Date) =>
    sql<Connection>`
      SELECT id, application, redirect_host, connected_at, last_used_at FROM oauth_connections
      WHERE account_id = ${accountId} AND expires_at > ${time} ORDER BY id DESC`

  /** Its tokens go with it. Returns the name of the application; undefined when the account has none with this id. */
  const disconnect = (accountId: AccountId, id: ConnectionId) =>
    Effect.map(
      sql<{ readonly application: string }>`
        DELETE FROM oauth_connections WHERE id = ${id} AND account_id = ${accountId} RETURNING application`,
      ([row]) => row?.application
    )

  const identify = (token: string, resource: string, time: Date) =>
    Effect.map(
      sql<TokenIdentity>`
        SELECT c.account_id, c.id AS connection_id, c.application
        FROM oauth_records r JOIN oauth_connections c ON c.id = r.connection_id
        WHERE r.model = 'AccessToken' AND r.id = ${hashOf(token)} AND r.resource = ${resource}
          AND r.expires_at > ${time}`,
      ([row]) => Option.fromNullishOr(row)
    )

  const saveUses = (uses: ReadonlyArray<ConnectionUsed>) => {
    const rows = uses.map(({ id, at }) => ({ id, at: new Date(at).toISOString() }))
    return sql`
      UPDATE oauth_connections SET last_used_at = use.at
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS use (id text, at timestamptz)
      WHERE oauth_connections.id = use.id
        AND (oauth_connections.last_used_at IS NULL OR oauth_connections.last_used_at < use.at)`
  }

  /** One batch; returns its rows. */
  const deleteExpired = (time: Date) =>
    sql`
      DELETE FROM oauth_connections WHERE id IN (
        SELECT id FROM oauth_connections WHERE expires_at <= ${time}
        ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
      ) RETURNING 1`

  return { insert, savePayload, findPayload, destroy, count, has, list, disconnect, identify, saveUses, deleteExpired }
}

export type ConnectionRows = ReturnType<typeof makeConnectionRows>
