/** Mails as rows: none is lost, none is sent by two at once, failures are tried again and then given up. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { MailNotSent, MailRejected } from "../../src/mail/Smtp.ts"
import { sendDueMails } from "../../src/mail/MailTask.ts"
import { MailQueue, mailLeaseMillis } from "../../src/mail/MailQueue.ts"
import { Mailbox, newMails } from "../support/Mailbox.ts"

const enqueue = Effect.fnUntraced(function* (...subjects: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* MailQueue
  yield* sql`DELETE FROM mails`
  for (const subject of subjects) {
    yield* queue.enqueue({ accountId: null, to: "amy@example.com", subject, text: "text" })
    yield* TestClock.adjust(1)
  }
})

onAnyDatabaseWith("MailQueue", { services: Layer.mergeAll(MailQueue.layer, Mailbox.layer) }, (it) => {
  it.effect("sends due mails once, oldest first", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      yield* enqueue("a", "b", "c")
      assert.strictEqual(yield* queue.waiting, 3)
      const mails = yield* newMails
      assert.deepStrictEqual(
        mails.map(({ subject }) => subject),
        ["a", "b", "c"]
      )
      assert.strictEqual(yield* queue.waiting, 0)
      assert.strictEqual(yield* sendDueMails, 0)
    })
  )

  it.effect("forgets mails that were sent or given up before a time, and no others", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      const sql = yield* SqlClient.SqlClient
      yield* enqueue("old", "given up", "new", "waiting")
      const at = (hours: number) => new Date(hours * 3_600_000)
      yield* sql`UPDATE mails SET due_at = NULL, sent_at = ${at(1)} WHERE subject = 'old'`
      yield* sql`UPDATE mails SET due_at = NULL, failed_at = ${at(1)} WHERE subject = 'given up'`
      yield* sql`UPDATE mails SET due_at = NULL, sent_at = ${at(2)} WHERE subject = 'new'`
      yield* queue.deleteFinished(at(2))
      const left = yield* sql<{ subject: string }>`SELECT subject FROM mails ORDER BY subject`
      assert.deepStrictEqual(
        left.map(({ subject }) => subject),
        ["new", "waiting"]
      )
    })
  )

  it.effect("a mail rolls back with its transaction", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const queue = yield* MailQueue
      yield* enqueue()
      yield* Effect.flip(sql.withTransaction(Effect.andThen(enqueue("a"), Effect.fail("no"))))
      assert.strictEqual(yield* queue.waiting, 0)
    })
  )

  it.effect("concurrent claims share the mails without duplicates", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      yield* enqueue(...Array.from({ length: 30 }, (_, index) => String(index)))
      const claims = yield* Effect.all(
        Array.from({ length: 8 }, () => queue.claim(8)),
        { concurrency: "unbounded" }
      )
      const ids = claims.flat().map(({ id }) => id)
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.deepStrictEqual(yield* queue.claim(100).pipe(Effect.map((rest) => rest.length + ids.length)), 30)
    })
  )

  it.effect("mails that anybody can cause hold up no other, nor one recipient another", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      const sql = yield* SqlClient.SqlClient
      yield* enqueue()
      yield* sql`
        INSERT INTO mails (id, recipient, subject, body, by_anyone, created_at, due_at)
        SELECT 'mail_flood' || n, 'x' || n || '@example.com', 'flood', '', true, now() - interval '1 day', ${new Date(0)}
        FROM generate_series(1, 10000) n`
      yield* sql`
        INSERT INTO mails (id, recipient, subject, body, created_at, due_at)
        SELECT 'mail_many' || n, 'busy@example.com', 'many', '', now() - interval '1 day', ${new Date(0)}
        FROM generate_series(1, 500) n`
      yield* TestClock.adjust("1 second")
      yield* queue.enqueue({ accountId: null, to: "owner@example.com", subject: "reset", text: "a link", secret: true })
      const first = yield* queue.claim(8)
      assert.include(
        first.map(({ subject }) => subject),
        "reset"
      )
      assert.lengthOf(
        first.filter(({ subject }) => subject === "flood"),
        4
      )
      yield* sql`DELETE FROM mails WHERE subject = 'many'`
      // What nobody else wants, the flood has.
      assert.lengthOf(yield* queue.claim(8), 8)
      yield* sql`DELETE FROM mails`
    })
  )

  it.effect("another process takes over a mail when its lease expires, and a late result is ignored", () =>
    Effect.gen(function* () {
      const queue = yield* MailQueue
      yield* enqueue("a")
      const [first] = yield* queue.claim(1)
      yield* TestClock.adjust(mailLeaseMillis - 1)
      assert.deepStrictEqual(yield* queue.claim(1), [])
      yield* TestClock.adjust(1)
      const [second] = yield* queue.claim(1)
      assert.strictEqual(second?.id, first?.id)
      assert.deepStrictEqual([first?.attempt, second?.attempt], [1, 2])
      if (first !== undefined) yield* queue.record(first, { sent: false, error: "late", retryAt: null })
      assert.strictEqual(yield* queue.waiting, 1)
      if (second !== undefined) yield* queue.record(second, { sent: true })
      assert.strictEqual(yield* queue.waiting, 0)
    })
  )

  it.effect("a failed mail is retried after 1, 2, 4, … minutes, then hourly, and given up after a day", () =>
    Effect.gen(function* () {
      const mailbox = yield* Mailbox
      const queue = yield* MailQueue
      const sql = yield* SqlClient.SqlClient
      yield* enqueue("a")
      mailbox.fail(new MailNotSent({ detail: "451 later" }))
      const delays: Array<number> = []
      while (true) {
        assert.strictEqual(yield* sendDueMails, 1)
        const [row] = yield* sql<{ dueAt: Date | null; error: string }>`SELECT due_at, error FROM mails`
        assert.strictEqual(row?.error, "451 later")
        if (row === undefined || row.dueAt === null) break
        const time = yield* TestClock.testClockWith((clock) => clock.currentTimeMillis)
        delays.push((row.dueAt.getTime() - time) / 60_000)
        yield* TestClock.setTime(row.dueAt.getTime())
      }
      mailbox.fail(undefined)
      const table = Array.from({ length: 28 }, (_, index) => Math.min(2 ** index, 60))
      assert.strictEqual(delays.length, table.length)
      for (const [index, minutes] of table.entries()) {
        assert.isAtLeast(delays[index] ?? 0, minutes)
        assert.isAtMost(delays[index] ?? 0, minutes * 1.1 + 0.001)
      }
      assert.strictEqual(yield* queue.waiting, 0)
      const [row] = yield* sql<{ failedAt: Date | null; sentAt: Date | null }>`SELECT failed_at, sent_at FROM mails`
      assert.isNotNull(row?.failedAt)
      assert.isNull(row?.sentAt)
    })
  )

  it.effect("a permanently rejected mail is not retried", () =>
    Effect.gen(function* () {
      const mailbox = yield* Mailbox
      yield* enqueue("a")
      mailbox.fail(new MailRejected({ detail: "550 no such mailbox" }))
      assert.strictEqual(yield* sendDueMails, 1)
      mailbox.fail(undefined)
      yield* TestClock.adjust("2 days")
      assert.deepStrictEqual(yield* newMails, [])
    })
  )

  it.effect("a secret mail keeps its text until it is sent or given up, and no longer", () =>
    Effect.gen(function* () {
      const mailbox = yield* Mailbox
      const sql = yield* SqlClient.SqlClient
      const bodies = Effect.map(sql<{ body: string }>`SELECT body FROM mails ORDER BY subject`, (rows) =>
        rows.map(({ body }) => body)
      )
      const secret = Effect.fnUntraced(function* (subject: string) {
        yield* (yield* MailQueue).enqueue({
          accountId: null,
          to: "amy@example.com",
          subject,
          text: "a link",
          secret: true
        })
      })
      yield* enqueue("open")
      yield* secret("secret")
      mailbox.fail(new MailNotSent({ detail: "busy" }))
      yield* sendDueMails
      assert.deepStrictEqual(yield* bodies, ["text", "a link"])
      mailbox.fail(undefined)
      yield* TestClock.adjust("5 minutes")
      assert.include(
        (yield* newMails).map(({ text }) => text),
        "a link"
      )
      assert.deepStrictEqual(yield* bodies, ["text", ""])
      yield* secret("secret too")
      mailbox.fail(new MailRejected({ detail: "550 no such mailbox" }))
      yield* sendDueMails
      mailbox.fail(undefined)
      assert.deepStrictEqual(yield* bodies, ["text", "", ""])
    })
  )
})
