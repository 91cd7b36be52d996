/** API keys: create, rename, limit, rotate, delete. A key is shown once. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { KeyId } from "../Ids.ts"
import { Count, NonEmptyText } from "../Parameters.ts"
import { Instant, PortalProblem, PortalSession } from "./PortalSession.ts"

export const PortalKey = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  /** The first 8 characters of the key. */
  prefix: Schema.String,
  lastFour: Schema.String,
  status: Schema.Literals(["active", "expired", "revoked"]),
  createdAt: Instant,
  lastUsedAt: Schema.NullOr(Instant),
  expiresAt: Schema.NullOr(Instant),
  /** Credits that the key may spend in a calendar month (UTC). */
  creditLimit: Schema.NullOr(Count),
  spentThisMonth: Count
})
export type PortalKey = typeof PortalKey.Type

/** The only answer that contains the key itself. */
export const NewPortalKey = Schema.Struct({ id: KeyId, name: Schema.String, key: Schema.String })
export type NewPortalKey = typeof NewPortalKey.Type

export const KeyUse = Schema.Struct({
  /** The address of a client as the server saw it, or the application that called. */
  apiType: Schema.String,
  calls: Count,
  lastAt: Instant
})

const settings = {
  name: NonEmptyText.check(Schema.isMaxLength(100, { message: "must have at most 100 characters" })),
  expiresAt: Schema.optionalKey(Schema.NullOr(Instant)),
  creditLimit: Schema.optionalKey(Schema.NullOr(Count))
}

const key = { keyId: KeyId }
const error = PortalProblem

export class KeyRpcs extends RpcGroup.make(
  Rpc.make("ListKeys", {
    success: Schema.Struct({ keys: Schema.Array(PortalKey), maxActive: Count })
  }),
  Rpc.make("CreateKey", { payload: settings, success: NewPortalKey, error }),
  Rpc.make("ChangeKey", {
    payload: { ...key, ...settings, name: Schema.optionalKey(settings.name) },
    success: PortalKey,
    error
  }),
  /** The old key stops at once. */
  Rpc.make("RotateKey", { payload: key, success: NewPortalKey, error }),
  Rpc.make("DeleteKey", { payload: key, error }),
  /** What the key called in the last 24 hours. */
  Rpc.make("RecentKeyUse", { payload: key, success: Schema.Array(KeyUse), error })
)
  .prefix("keys.")
  .middleware(PortalSession) {}
