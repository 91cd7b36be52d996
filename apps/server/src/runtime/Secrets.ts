/**
 * Secrets at rest: AES-256-GCM with keys stored outside the database (`KeyRing.ts`), so that a backup alone reveals
 * nothing. A sealed value begins with the id of its key, so that it says which key it needs.
 */
import { Context, Effect, Layer } from "effect"
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
import { type KeyRing, keyRing } from "./KeyRing.ts"
import { Settings } from "./Settings.ts"

const algorithm = "aes-256-gcm"
const derivedBytes = 32
export const keyIdBytes = 8
const nonceBytes = 12
const tagBytes = 16

const derive = (key: Uint8Array, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync("sha256", key, "", `heddle:${purpose}`, bytes))

interface Key {
  /** Tells nothing about the key. */
  readonly id: Uint8Array
  readonly bytes: Uint8Array
}

const keyOf = (bytes: Uint8Array): Key => ({ id: derive(bytes, "key id", keyIdBytes), bytes })

export const macWith = (key: Uint8Array, text: string): string =>
  createHmac("sha256", key).update(text).digest("base64url").slice(0, 22)

/** In a time that does not depend on where they differ. */
export const isSameText = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

const seal = ({ id, bytes }: Key, plain: string) => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, bytes, nonce)
  return Buffer.concat([id, nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()])
}

const open = (keys: ReadonlyArray<Key>, sealed: Uint8Array): string => {
  const key = keys.find(({ id }) => Buffer.compare(id, sealed.subarray(0, keyIdBytes)) === 0)
  if (key === undefined) throw new Error("It was encrypted with another key")
  const decipher = createDecipheriv(algorithm, key.bytes, sealed.subarray(keyIdBytes, keyIdBytes + nonceBytes))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const body = sealed.subarray(keyIdBytes + nonceBytes, -tagBytes)
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8")
}

export class Secrets extends Context.Service<
  Secrets,
  {
    /** The ids of the keys, in their order (hexadecimal). */
    readonly keyIds: readonly [string, ...ReadonlyArray<string>]
    seal(plain: string): Uint8Array
    /** Dies when it was sealed with a key that is not in the ring. */
    open(sealed: Uint8Array): Effect.Effect<string>
    /**
     * A keyed digest (22 characters of base64url), for values that only this service may issue, such as cursors. It
     * changes with the first key: what is stored and looked up has a digest of `Digests.ts`.
     */
    mac(text: string): string
    /** Whether any key of the ring made it. */
    isMac(text: string, mac: string): boolean
    /** Keys for this purpose alone (43 characters of base64url each), which tell nothing about those they come from. */
    keysFor(purpose: string): readonly [string, ...ReadonlyArray<string>]
  }
>()("@heddle/server/runtime/Secrets") {
  static readonly layerFromKeys = (...ring: KeyRing) => {
    const [first, ...others] = ring
    const each = <A>(of: (key: Uint8Array) => A): readonly [A, ...ReadonlyArray<A>] => [of(first), ...others.map(of)]
    const keys = each(keyOf)
    return Layer.succeed(
      Secrets,
      Secrets.of({
        keyIds: each((key) => Buffer.from(keyOf(key).id).toString("hex")),
        seal: (plain) => seal(keys[0], plain),
        open: (sealed) =>
          Effect.try(() => open(keys, sealed)).pipe(
            Effect.mapError(
              (cause) =>
                new Error(
                  "A stored secret cannot be decrypted. Check that the encryption keys include the one it was encrypted with.",
                  { cause }
                )
            ),
            Effect.orDie
          ),
        mac: (text) => macWith(first, text),
        isMac: (text, mac) => ring.some((key) => isSameText(macWith(key, text), mac)),
        keysFor: (purpose) => each((key) => derive(key, purpose, derivedBytes).toString("base64url"))
      })
    )
  }

  static readonly layer = Layer.unwrap(Effect.map(keyRing, (ring) => Secrets.layerFromKeys(...ring))).pipe(
    Layer.provide(Settings.layer)
  )
}

/** Opaque tokens that callers send back, such as cursors. Authenticated by a MAC, so that nobody can make one. */
export const signedToken = (secrets: Secrets["Service"], content: string): string => {
  const text = Buffer.from(content).toString("base64url")
  return `${text}.${secrets.mac(text)}`
}

/** Undefined for texts that this service did not make. */
export const contentOfToken = (secrets: Secrets["Service"], token: string): string | undefined => {
  const [text = "", mac = "", ...rest] = token.split(".")
  return rest.length > 0 || !secrets.isMac(text, mac) ? undefined : Buffer.from(text, "base64url").toString("utf8")
}

/** The same for the same parameters in any order. */
const textOfParameters = (parameters: object): string =>
  JSON.stringify(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)))

export const parametersMac = (secrets: Secrets["Service"], parameters: object): string =>
  secrets.mac(textOfParameters(parameters))

export const isParametersMac = (secrets: Secrets["Service"], parameters: object, mac: string): boolean =>
  secrets.isMac(textOfParameters(parameters), mac)
