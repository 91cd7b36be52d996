/** API keys: the operator's calls and their schemas. */
import { AccountId, Conflict, KeyId, NotFound, Rfc3339 } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Credits, KeyName } from "./Fields.ts"

/** A key without its secret. Times are RFC 3339; a null expiry or limit means none. */
export const KeyRecord = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  prefix: Schema.String,
  last_four: Schema.String,
  status: Schema.Literals(["active", "expired", "revoked"]),
  created_at: Schema.String,
  last_used_at: Schema.NullOr(Schema.String),
  expires_at: Schema.NullOr(Schema.String),
  credit_limit: Schema.NullOr(Schema.Int),
  spent_this_month: Schema.Int
})
export type KeyRecord = typeof KeyRecord.Type

/** The only answer that contains the key itself. */
const CreatedKeyRecord = Schema.Struct({ id: KeyId, name: Schema.String, key: Schema.String })

const NewKeyInput = Schema.Struct({
  name: KeyName,
  expires_at: Schema.optionalKey(Schema.NullOr(Rfc3339)),
  credit_limit: Schema.optionalKey(Schema.NullOr(Credits))
})

/** Absent fields stay unchanged; null removes the expiry or the limit. */
export const KeyChangeInput = Schema.Struct({
  name: Schema.optionalKey(KeyName),
  expires_at: NewKeyInput.fields.expires_at,
  credit_limit: NewKeyInput.fields.credit_limit
}).check(
  Schema.makeFilter((change) =>
    Object.keys(change).length === 0 ? "give a name, expires_at or credit_limit" : undefined
  )
)
export type KeyChangeInput = typeof KeyChangeInput.Type

const DeletedKey = Schema.Struct({ id: KeyId, deleted: Schema.Literal(true) })

const account = { account_id: AccountId }
const key = { ...account, key_id: KeyId }

export class OperatorKeys extends HttpApiGroup.make("keys").add(
  HttpApiEndpoint.get("list", "/accounts/:account_id/keys", {
    params: account,
    success: Schema.Array(KeyRecord),
    error: NotFound
  }),
  HttpApiEndpoint.post("create", "/accounts/:account_id/keys", {
    params: account,
    payload: NewKeyInput,
    success: CreatedKeyRecord.pipe(HttpApiSchema.status(201)),
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.patch("change", "/accounts/:account_id/keys/:key_id", {
    params: key,
    payload: KeyChangeInput,
    success: KeyRecord,
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.post("rotate", "/accounts/:account_id/keys/:key_id/rotate", {
    params: key,
    success: CreatedKeyRecord.pipe(HttpApiSchema.status(201)),
    error: [NotFound, Conflict]
  }),
  HttpApiEndpoint.delete("remove", "/accounts/:account_id/keys/:key_id", {
    params: key,
    success: DeletedKey,
    error: NotFound
  })
) {}
