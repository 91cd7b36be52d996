/**
 * The outbox of mails: enqueued in the transaction of the event they report, sent afterwards. Owns `mails`. A claimed mail
 * is leased, so that no two processes send it at the same time and another takes over when one dies.
 */
import type { AccountId } from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { batchSize, inBatches } from "../runtime/Batches.ts"
import { type MailId, newId } from "../runtime/Ids.ts"
import { now, plusMillis } from "../runtime/Time.ts"
import type { Mail } from "./Smtp.ts"
import { sendDeadlineMillis } from "./Smtp.ts"

/** Of each kind, the oldest that are due are looked at to find whose turn it is. */
const mostConsidered = 1_000

/** Longer than any attempt, so that an expired lease means a dead process. */
export const mailLeaseMillis = sendDeadlineMillis + 60_000

export interface NewMail {
  /** The account concerned; null for mail to the operator. */
  readonly accountId: AccountId | null
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Whether it holds something that only the recipient may see: then its text is erased once it is sent or given up. */
  readonly secret?: boolean
  /** Whether anybody can have such a mail sent to any address, as by a sign-up. */
  readonly byAnyone?: boolean
}

export interface ClaimedMail extends Mail {
  /** The number of this attempt, from 1. Fences its result. */
  readonly attempt: number
}

/** How an attempt ended: sent, to be retried at `retryAt`, or given up. */
export type MailResult =
  | { readonly sent: true }
  | { readonly sent: false; readonly error: string; readonly retryAt: Date | null }

interface MailRow {
  readonly id: MailId
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAt: Date
  readonly attempt: number
}

export class MailQueue extends Context.Service<
  MailQueue,
  {
    /** Within the caller's transaction. */
    enqueue(mail: NewMail): Effect.Effect<void, SqlError.SqlError>
    /**
     * Leases up to `limit` due mails: one for each recipient in turn, oldest first, and half of them not of those that anybody can cause, so
     * that a flood holds up only its own kind. The caller must record a result for each.
     */
    claim(limit: number): Effect.Effect<ReadonlyArray<ClaimedMail>>
    /** Records how an attempt ended; ignored when its lease was taken over. */
    record(mail: ClaimedMail, result: MailResult): Effect.Effect<void>
    /** Deletes mails that were sent or given up before this time. */
    deleteFinished(before: Date): Effect.Effect<void>
    /** The number of mails neither sent nor given up. */
    readonly waiting: Effect.Effect<number>
  }
>()("@heddle/server/mail/MailQueue") {
  static readonly layer = Layer.effect(
    MailQueue,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const enqueue = Effect.fnUntraced(function* ({
        accountId,
        to,
        subject,
        text,
        secret = false,
        byAnyone = false
      }: NewMail) {
        const time = yield* now
        yield* sql`
          INSERT INTO mails (id, account_id, recipient, subject, body, secret, by_anyone, created_at, due_at)
          VALUES (${yield* newId("mail")}, ${accountId}, ${to}, ${subject}, ${text}, ${secret}, ${byAnyone}, ${time},
            ${time})`
      })

      const claim = Effect.fn("MailQueue.claim")(function* (limit: number) {
        const time = yield* now
        const considered = (byAnyone: boolean) => sql`
          (SELECT id, recipient, by_anyone, due_at FROM mails WHERE by_anyone = ${byAnyone} AND due_at <= ${time}
            ORDER BY due_at, id LIMIT ${mostConsidered})`
        const rows = yield* sql<MailRow>`
          WITH turns AS (
            SELECT *, row_number() OVER (PARTITION BY recipient, by_anyone ORDER BY due_at, id) AS turn
            FROM (${considered(false)} UNION ALL ${considered(true)}) AS due
          ), places AS (
            SELECT *, row_number() OVER (PARTITION BY by_anyone ORDER BY turn, due_at, id) AS place FROM turns
          ), due AS MATERIALIZED (
            SELECT m.id FROM mails m JOIN places p USING (id) WHERE m.due_at <= ${time}
            ORDER BY p.place, p.by_anyone, p.due_at LIMIT ${limit} FOR UPDATE OF m SKIP LOCKED
          )
          UPDATE mails m SET attempt = m.attempt + 1, due_at = ${plusMillis(time, mailLeaseMillis)}
          FROM due WHERE m.id = due.id
          RETURNING m.id, m.recipient, m.subject, m.body, m.created_at, m.attempt`
        return rows.map(({ id, recipient, subject, body, createdAt, attempt }): ClaimedMail => ({
          id,
          to: recipient,
          subject,
          text: body,
          date: createdAt,
          attempt
        }))
      }, Effect.orDie)

      const record = Effect.fn("MailQueue.record")(function* ({ id, attempt }: ClaimedMail, result: MailResult) {
        const time = yield* now
        const retryAt = result.sent ? null : result.retryAt
        yield* sql`
          UPDATE mails SET due_at = ${retryAt}::timestamptz,
            sent_at = ${result.sent ? time : null}::timestamptz,
            failed_at = ${!result.sent && retryAt === null ? time : null}::timestamptz,
            error = ${result.sent ? null : result.error}::text,
            body = CASE WHEN secret AND ${retryAt === null} THEN '' ELSE body END
          WHERE id = ${id} AND attempt = ${attempt} AND due_at IS NOT NULL`
      }, Effect.orDie)

      const deleteBatch = (before: Date) => sql`
        DELETE FROM mails m USING (
          SELECT id FROM mails WHERE due_at IS NULL AND coalesce(sent_at, failed_at) < ${before}
          LIMIT ${batchSize} FOR UPDATE SKIP LOCKED
        ) old WHERE m.id = old.id RETURNING 1`

      const deleteFinished = Effect.fn("MailQueue.deleteFinished")(function* (before: Date) {
        yield* inBatches(deleteBatch(before))
      }, Effect.orDie)

      const waiting = sql<{ count: number }>`SELECT count(*) AS count FROM mails WHERE due_at IS NOT NULL`.pipe(
        Effect.map((rows) => rows[0]?.count ?? 0),
        Effect.orDie
      )

      return MailQueue.of({ enqueue, claim, record, deleteFinished, waiting })
    })
  )
}
