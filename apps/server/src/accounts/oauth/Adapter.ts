/**
 * How oidc-provider stores what it makes: the interface it asks for, over our statements. It has no sessions of its own
 * here, because every authorization request checks who is signed in with us.
 */
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import { type Adapter, type AdapterPayload, errors } from "oidc-provider"
import { now } from "../../runtime/Time.ts"
import { callerAddress } from "./Caller.ts"
import type { ClientRows } from "./ClientRows.ts"
import type { ConnectionRows } from "./ConnectionRows.ts"
import { type FoundRecord, recordModels, type RecordModel, type RecordRows, refreshGraceMillis } from "./RecordRows.ts"

export interface Rows {
  readonly records: RecordRows
  readonly clients: ClientRows
  readonly connections: ConnectionRows
  /** What stands for those who share an address; it names nobody. */
  readonly sourceOf: (address: string) => string
}

type Statement<A> = Effect.Effect<A, SqlError.SqlError | errors.OIDCProviderError>
export type RunStatement = <A>(statement: Statement<A>) => Promise<A>

const Payload = Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown))
const decodePayload = Schema.decodeUnknownSync(Payload)

/** The id is a code or a token, so it is left out of what is stored. */
const encodePayload = (payload: AdapterPayload): string => JSON.stringify({ ...payload, jti: undefined })

const payloadOf = (text: string, id: string): AdapterPayload => ({ ...decodePayload(text), jti: id })

/** As the provider is to see it; undefined when it is to see nothing. */
const shown = (model: RecordModel, id: string, record: FoundRecord, time: Date): AdapterPayload | undefined => {
  const { consumedAt, isExchanged, payload } = record
  if (consumedAt === null) return payloadOf(payload, id)
  if (model === "RefreshToken" && time.getTime() - consumedAt.getTime() < refreshGraceMillis) {
    return payloadOf(payload, id)
  }
  // The first exchange is still in progress: it continues, and this one fails.
  if (model === "AuthorizationCode" && !isExchanged) return undefined
  // The provider revokes the grant.
  return { ...payloadOf(payload, id), consumed: Math.floor(consumedAt.getTime() / 1_000) }
}

const goneGrant = () => new errors.InvalidGrant("the connection was ended")

/** What none of our models needs. */
const nothing = {
  findByUserCode: () => Promise.resolve(undefined),
  findByUid: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(undefined),
  revokeByGrantId: () => Promise.resolve(undefined)
}

const recordAdapter = (model: RecordModel, { records, sourceOf }: Rows, run: RunStatement): Adapter => ({
  ...nothing,
  upsert: (id, payload, expiresIn = 0) => {
    const source = sourceOf(callerAddress())
    return run(
      Effect.gen(function* () {
        const time = yield* now
        const { grantId, aud, exp } = payload
        const record = {
          payload: encodePayload(payload),
          connectionId: grantId ?? null,
          resource: typeof aud === "string" ? aud : null,
          expiresAt: exp === undefined ? new Date(time.getTime() + expiresIn * 1_000) : new Date(exp * 1_000)
        }
        if (model === "Interaction") {
          yield* records.saveInteraction(id, record, source, time)
        } else if (model === "ReplayDetection") {
          if (!(yield* records.saveOnce(model, id, record, time))) {
            return yield* Effect.fail(new errors.InvalidClientAuth("the assertion was used before"))
          }
        } else if (!(yield* records.saveOfConnection(model, id, record, time))) {
          return yield* Effect.fail(goneGrant())
        }
      })
    )
  },
  find: (id) =>
    run(
      Effect.gen(function* () {
        const time = yield* now
        const record = yield* records.find(model, id, time)
        return record === undefined ? undefined : shown(model, id, record, time)
      })
    ),
  consume: (id) =>
    run(
      Effect.gen(function* () {
        const consume = model === "RefreshToken" ? records.consumeWithGrace : records.consume
        if (!(yield* consume(model, id, yield* now))) {
          return yield* Effect.fail(new errors.InvalidGrant("it was used before"))
        }
      })
    ),
  destroy: (id) => run(Effect.asVoid(records.destroy(model, id))),
  revokeByGrantId: (grantId) => run(Effect.asVoid(records.destroyOfConnection(model, grantId)))
})

/** The row is there already: consent makes it, with the account and the application's name. */
const grantAdapter = ({ connections }: Rows, run: RunStatement): Adapter => ({
  ...nothing,
  upsert: (id, payload) => run(Effect.asVoid(connections.savePayload(id, encodePayload(payload)))),
  find: (id) =>
    run(
      Effect.gen(function* () {
        const payload = yield* connections.findPayload(id, yield* now)
        return payload === undefined ? undefined : payloadOf(payload, id)
      })
    ),
  destroy: (id) => run(Effect.asVoid(connections.destroy(id)))
})

const clientAdapter = ({ clients, sourceOf }: Rows, run: RunStatement): Adapter => ({
  ...nothing,
  upsert: (id, metadata) => {
    const source = sourceOf(callerAddress())
    return run(Effect.flatMap(now, (time) => clients.save(id, JSON.stringify(metadata), source, time)))
  },
  find: (id) =>
    run(Effect.map(clients.find(id), (metadata) => (metadata === undefined ? undefined : decodePayload(metadata)))),
  destroy: (id) => run(Effect.asVoid(clients.destroy(id)))
})

const forgetfulAdapter: Adapter = {
  ...nothing,
  upsert: () => Promise.resolve(undefined),
  find: () => Promise.resolve(undefined),
  destroy: () => Promise.resolve(undefined)
}

const isRecordModel = (model: string): model is RecordModel => recordModels.some((name) => name === model)

export const makeAdapter =
  (rows: Rows, run: RunStatement) =>
  (model: string): Adapter => {
    if (isRecordModel(model)) return recordAdapter(model, rows, run)
    if (model === "Grant") return grantAdapter(rows, run)
    return model === "Client" ? clientAdapter(rows, run) : forgetfulAdapter
  }
