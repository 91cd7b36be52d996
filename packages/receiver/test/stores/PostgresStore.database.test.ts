import { ReceiverConfigError } from "@heddle/receiver"
import { createTableSql, type PostgresClient, postgresStore } from "@heddle/receiver/postgres"
import { describe, expect, it } from "vitest"
import { onPostgres } from "../../../../test/support/Databases.ts"
import { conformance } from "./Conformance.ts"
import { advanceSql } from "./PostgresTime.ts"
import { usePostgresClients } from "./PostgresClients.ts"

onPostgres("PostgresStore", (postgres) => {
  const database = usePostgresClients(postgres)

  let tables = 0
  const newStore = async (client: PostgresClient, retentionSeconds?: number) => {
    const table = `events_${(tables += 1)}`
    const store = postgresStore({ client, table, retentionSeconds })
    await store.createTable()
    return {
      table,
      store,
      advance: async (seconds: number) => void (await database.pool.query(advanceSql(table, seconds)))
    }
  }
  const clients: Record<string, () => PostgresClient> = { pg: () => database.pool, postgres: () => database.sql }

  describe.each(Object.entries(clients))("over %s", (_, client) => {
    conformance(() => newStore(client()))
  })

  it("twenty processes may create the table at once", async () => {
    await database.pool.query("CREATE SCHEMA hooks")
    const store = postgresStore({ client: database.pool, table: "hooks.Events" })
    await Promise.all(Array.from({ length: 20 }, () => store.createTable()))
    expect((await store.claim("k", "a", 1000)).status).toBe("claimed")
    expect((await database.pool.query('SELECT key FROM hooks."Events"')).rows).toEqual([{ key: "k" }])
  })

  it("keeps its size by itself: what has expired goes, a claim at a time", async () => {
    const { advance, store, table } = await newStore(database.pool, 1000)
    for (const key of ["a", "b", "c", "d"]) await store.claim(key, "owner", 1000)
    await store.complete("a", "owner")
    await advance(1002)
    for (const key of ["e", "f"]) await store.claim(key, "owner", 1000)
    expect((await database.pool.query(`SELECT key FROM ${table} ORDER BY key`)).rows).toEqual([
      { key: "e" },
      { key: "f" }
    ])
  })

  it.each(["events; DROP TABLE x", 'a"b', "a.b.c", "", "1a", "x".repeat(51)])("refuses the table name %j", (table) => {
    expect(() => postgresStore({ client: database.pool, table })).toThrow(ReceiverConfigError)
    expect(() => createTableSql(table)).toThrow(ReceiverConfigError)
  })

  it("refuses what is no client", () => {
    for (const client of ['"postgres://"', "null", "{}"]) {
      expect(() => postgresStore({ client: JSON.parse(client) })).toThrow(ReceiverConfigError)
    }
  })

  describe("completing inside the transaction of the handler", () => {
    const claim = { key: "k", owner: "a" }
    const context = { claim, eventKey: "k" }

    it("is undone with it and kept with it", async () => {
      const { advance, store } = await newStore(database.pool)
      await store.claim("k", "a", 1000)
      const undone = database.sql.begin(async (transaction) => {
        await store.completeIn(transaction, context)
        throw new Error("undo")
      })
      await expect(undone).rejects.toThrow("undo")
      await advance(2)
      expect((await store.claim("k", "b", 1000)).status).toBe("claimed")
      await database.sql.begin((transaction) =>
        store.completeIn(transaction, { ...context, claim: { key: "k", owner: "b" } })
      )
      expect(await store.complete("k", "b")).toBe(true)
      expect((await store.claim("k", "c", 1000)).status).toBe("completed")
    })

    it("rejects with lease_lost after a take-over", async () => {
      const { advance, store } = await newStore(database.sql)
      await store.claim("k", "a", 1000)
      await advance(2)
      await store.claim("k", "b", 1000)
      await expect(store.completeIn(database.pool, context)).rejects.toMatchObject({ code: "lease_lost", status: 503 })
    })

    it("holds up nobody who asks meanwhile, and lets nobody take the event before it has ended", async () => {
      const { advance, store } = await newStore(database.pool)
      await store.claim("k", "a", 60_000)
      const client = await database.pool.connect()
      await client.query("BEGIN")
      await store.completeIn(client, context)
      expect((await store.claim("k", "b", 1000)).status).toBe("in_progress")
      const late = store.claim("late", "a", 1000)
      expect((await late).status).toBe("claimed")
      await client.query("COMMIT")
      client.release()
      await advance(0)
      expect((await store.claim("k", "b", 1000)).status).toBe("completed")
    })

    it("a claim after the lease waits for the transaction and then sees its end", async () => {
      const { advance, store } = await newStore(database.pool)
      await store.claim("k", "a", 1000)
      await advance(2)
      const client = await database.pool.connect()
      await client.query("BEGIN")
      await store.completeIn(client, context)
      const next = store.claim("k", "b", 1000)
      const waiting =
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
      await expect.poll(async () => (await database.pool.query(waiting)).rows).toEqual([{ waiting: 1 }])
      await client.query("COMMIT")
      client.release()
      expect((await next).status).toBe("completed")
    })

    it("does nothing on test events", async () => {
      const { store } = await newStore(database.pool)
      await store.completeIn(database.pool, { claim: null, eventKey: "k" })
    })
  })
})
