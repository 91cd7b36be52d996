/** What browsers answer to a challenge, as far as it is read before the library checks it. */
import { Schema } from "effect"
import { Transports } from "./PasskeyRows.ts"

const Base64Url = Schema.String.check(Schema.isPattern(/^[\w-]{1,20000}$/))

const common = {
  id: Base64Url,
  rawId: Base64Url,
  type: Schema.Literal("public-key"),
  clientExtensionResults: Schema.Struct({})
}

export const Registration = Schema.Struct({
  ...common,
  response: Schema.Struct({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Schema.optionalKey(Schema.mutable(Transports))
  })
})

export const Assertion = Schema.Struct({
  ...common,
  response: Schema.Struct({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Schema.optionalKey(Schema.NullOr(Base64Url))
  })
})

const ClientData = Schema.fromJsonString(Schema.Struct({ challenge: Base64Url }))

/** The challenge that was answered; the client could claim any. */
export const challengeIn = (clientDataJSON: string) =>
  Schema.decodeUnknownOption(ClientData)(Buffer.from(clientDataJSON, "base64url").toString("utf8"))
