/** What both wires have in common. */
import { Schema } from "effect"
import { isDid, isRkey } from "../PostCode.ts"

export const Did = Schema.String.check(Schema.makeFilter((text) => (isDid(text) ? undefined : "must be a DID")))

export const Rkey = Schema.String.check(
  Schema.makeFilter((text) => (isRkey(text) ? undefined : "must be a record key"))
)

export const Operation = Schema.Literals(["create", "update", "delete"])

/** A TID; whatever else a host may take for one is stored and compared as text. */
export const Rev = Schema.String.check(Schema.isPattern(/^[a-z0-9]{1,32}$/, { message: "must be a revision" }))
