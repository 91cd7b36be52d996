/** Asks the browser for a new passkey. */
import { Effect, Schema } from "effect"

/** The browser or the person refused, or the passkey exists already. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {
  exists: Schema.Boolean
}) {}

const Options = Schema.Struct({
  challenge: Schema.String,
  rp: Schema.Unknown,
  user: Schema.Unknown,
  pubKeyCredParams: Schema.Array(Schema.Unknown)
})

/** What the server sends; only the browser knows all of its fields. */
const isOptions = (value: unknown): value is PublicKeyCredentialCreationOptionsJSON => Schema.is(Options)(value)

export const canHavePasskeys = (): boolean =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential

const create = async (options: unknown): Promise<unknown> => {
  if (!isOptions(options)) throw new TypeError("not the options of a passkey")
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError("not a passkey")
  return credential.toJSON()
}

/** The answer for the server, as JSON. */
export const createPasskey = (options: unknown): Effect.Effect<unknown, PasskeyRefused> =>
  Effect.tryPromise({
    try: () => create(options),
    catch: (cause) =>
      new PasskeyRefused({ exists: cause instanceof DOMException && cause.name === "InvalidStateError" })
  })
