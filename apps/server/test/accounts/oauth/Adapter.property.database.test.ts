/** Whatever is stored, used, ended and left to expire: the provider finds what a simple memory would hold. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import type { AdapterPayload } from "oidc-provider"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { makeAdapter } from "../../../src/accounts/oauth/Adapter.ts"
import { makeClientRows } from "../../../src/accounts/oauth/ClientRows.ts"
import { makeConnectionRows } from "../../../src/accounts/oauth/ConnectionRows.ts"
import { makeRecordRows, refreshGraceMillis } from "../../../src/accounts/oauth/RecordRows.ts"
import { Sessions } from "../../../src/accounts/sign-in/Sessions.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { Secrets } from "../../../src/runtime/Secrets.ts"
import { now } from "../../../src/runtime/Time.ts"
import { forEvery } from "../../support/Property.ts"
import { cookieHeader, password, verifiedUser, visitor } from "../../support/SignIn.ts"
import { TestServices } from "../../support/TestServices.ts"

const models = ["AccessToken", "AuthorizationCode", "RefreshToken"] as const
type Model = (typeof models)[number]

type Step =
  | {
      readonly do: "save"
      readonly model: Model
      readonly index: number
      readonly seconds: number
      readonly text: string
    }
  | { readonly do: "consume" | "destroy"; readonly model: Model; readonly index: number }
  | { readonly do: "revoke"; readonly model: Model }
  | { readonly do: "wait"; readonly seconds: number }

const model = fc.constantFrom(...models)
const index = fc.nat({ max: 1 })
/** Often at the edges of the grace. */
const seconds = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(1, 28, 29, 30) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 60 }) }
)
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant("save" as const),
        model,
        index,
        seconds: fc.constantFrom(20, 60, 200),
        text: fc.string({
          unit: fc.oneof(fc.constantFrom("\u0000", "\ud800", "'", "\\"), fc.string({ unit: "binary" }))
        })
      })
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("consume" as const), model, index }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("destroy" as const), model, index }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("revoke" as const), model }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), seconds }) }
  ),
  { minLength: 15, maxLength: 40, size: "max" }
)

interface Held {
  readonly payload: AdapterPayload
  readonly expiresAt: number
  readonly consumedAt: number | undefined
}

/** What the provider may know at this time. */
const expected = (held: Map<string, Held>, name: Model, key: string, time: number): AdapterPayload | undefined => {
  const record = held.get(key)
  if (record === undefined || record.expiresAt <= time) return undefined
  const { consumedAt, payload } = record
  if (consumedAt === undefined || (name === "RefreshToken" && time - consumedAt < refreshGraceMillis)) return payload
  const isExchanged = [...held.keys()].some((other) => other.startsWith("RefreshToken"))
  if (name === "AuthorizationCode" && !isExchanged) return undefined
  return { ...payload, consumed: Math.floor(consumedAt / 1_000) }
}

const mayConsume = (record: Held | undefined, name: Model, time: number): boolean => {
  if (record === undefined) return false
  return record.consumedAt === undefined || (name === "RefreshToken" && time - record.consumedAt < refreshGraceMillis)
}

/** A connection of somebody new, and how the provider reaches its records. */
const setUp = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const sessions = yield* Sessions
  const cookies = yield* sessions.signIn({ email: yield* verifiedUser(), password }, visitor)
  const person = Option.getOrThrow(yield* sessions.find(cookieHeader(cookies)))
  const connections = makeConnectionRows(sql)
  const rows = {
    records: makeRecordRows(sql),
    clients: makeClientRows(sql, yield* Secrets),
    connections,
    sourceOf: String
  }
  const adapter = makeAdapter(rows, Effect.runPromiseWith(yield* Effect.context<never>()))
  const newConnection = Effect.gen(function* () {
    const id = yield* newId("con")
    const names = { clientId: "c", application: "a", redirectHost: "h" }
    yield* connections.insert({ ...person, ...names, id }, yield* now)
    return id
  })
  return { adapter, newConnection }
})

const runSteps = Effect.fnUntraced(function* (
  { adapter, newConnection }: Effect.Success<typeof setUp>,
  history: ReadonlyArray<Step>
) {
  const connection = yield* newConnection
  const held = new Map<string, Held>()
  const idOf = (index: number) => `${connection} ${index}`
  for (const step of history) {
    const time = (yield* now).getTime()
    if (step.do === "wait") {
      yield* TestClock.adjust(`${step.seconds} seconds`)
      yield* assertFound({ adapter, held, idOf })
      continue
    }
    const store = adapter(step.model)
    if (step.do === "revoke") {
      yield* Effect.promise(async () => store.revokeByGrantId(connection))
      for (const key of held.keys()) if (key.startsWith(step.model)) held.delete(key)
      continue
    }
    const id = idOf(step.index)
    const key = `${step.model} ${step.index}`
    if (step.do === "destroy") {
      yield* Effect.promise(async () => store.destroy(id))
      held.delete(key)
    } else if (step.do === "consume") {
      const record = held.get(key)
      const isDone = yield* Effect.promise(async () => {
        try {
          await store.consume(id)
          return true
        } catch {
          return false
        }
      })
      assert.strictEqual(isDone, mayConsume(record, step.model, time))
      if (record !== undefined && isDone) held.set(key, { ...record, consumedAt: record.consumedAt ?? time })
    } else if (step.do === "save" && !held.has(key)) {
      const exp = Math.floor(time / 1_000) + step.seconds
      const payload = { jti: id, kind: step.model, grantId: connection, exp, nonce: step.text }
      yield* Effect.promise(async () => store.upsert(id, payload, step.seconds))
      held.set(key, { payload, expiresAt: exp * 1_000, consumedAt: undefined })
    }
    yield* assertFound({ adapter, held, idOf })
  }
})

const assertFound = Effect.fnUntraced(function* ({
  adapter,
  held,
  idOf
}: {
  readonly adapter: Effect.Success<typeof setUp>["adapter"]
  readonly held: Map<string, Held>
  readonly idOf: (index: number) => string
}) {
  const time = (yield* now).getTime()
  for (const name of models) {
    for (const index of [0, 1]) {
      const found = yield* Effect.promise(async () => adapter(name).find(idOf(index)))
      assert.deepStrictEqual(found, expected(held, name, `${name} ${index}`, time))
    }
  }
})

onAnyDatabaseWith("The provider's adapter", { services: TestServices }, (it) => {
  it.effect("finds what was stored, until it is used, ended or expired", () =>
    Effect.gen(function* () {
      const parts = yield* setUp
      yield* forEvery(steps, runs(100), (history) => runSteps(parts, history))
    })
  )

  it.effect("lets one of many use a code, however many ask at once", () =>
    Effect.gen(function* () {
      const { adapter, newConnection } = yield* setUp
      yield* forEvery(fc.integer({ min: 2, max: 12 }), runs(20), (callers) =>
        Effect.gen(function* () {
          const grantId = yield* newConnection
          const codes = adapter("AuthorizationCode")
          const exp = Math.floor((yield* now).getTime() / 1_000) + 60
          const uses = yield* Effect.promise(async () => {
            await codes.upsert(grantId, { grantId, exp }, 60)
            return await Promise.allSettled(Array.from({ length: callers }, async () => codes.consume(grantId)))
          })
          assert.lengthOf(
            uses.filter(({ status }) => status === "fulfilled"),
            1
          )
        })
      )
    })
  )

  it.effect("stores nothing for a connection that has ended", () =>
    Effect.gen(function* () {
      const { adapter, newConnection } = yield* setUp
      const grantId = yield* newConnection
      const exp = Math.floor((yield* now).getTime() / 1_000) + 60
      const stored = yield* Effect.promise(async () => {
        await adapter("Grant").destroy(grantId)
        const [saved] = await Promise.allSettled([
          (async () => adapter("RefreshToken").upsert("late", { grantId, exp }, 60))()
        ])
        return { saved, found: await adapter("RefreshToken").find("late") }
      })
      assert.strictEqual(stored.saved.status, "rejected")
      assert.isUndefined(stored.found)
    })
  )
})
