/** A passkey in software, which signs what a test tells it to: the honest answer of a browser, or another. */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto"

export interface Forgery {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly challenge?: string
  /** User present (1), user verified (4), attested data (64). */
  readonly flags?: number
  readonly counter?: number
  readonly credentialId?: string
  readonly userHandle?: string
  readonly signature?: Buffer
}

interface Site {
  readonly origin: string
  readonly rpId: string
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest()

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** CBOR, as much as an attestation of kind `none` has. */
const attestation = (authData: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from("fmt"),
    Buffer.from([0x64]),
    Buffer.from("none"),
    Buffer.from([0x67]),
    Buffer.from("attStmt"),
    Buffer.from([0xa0, 0x68]),
    Buffer.from("authData"),
    Buffer.from([0x59, authData.length >> 8, authData.length & 0xff]),
    authData
  ])

export const softwarePasskey = (site: Site) => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(16)
  const ownId = id.toString("base64url")

  const cose = () => {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" })
    const coordinate = (value: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(value, "base64url")])
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      coordinate(x),
      Buffer.from([0x22]),
      coordinate(y)
    ])
  }

  const clientData = (type: string, challenge: string, forgery: Forgery) =>
    Buffer.from(
      JSON.stringify({
        type: forgery.type ?? type,
        challenge: forgery.challenge ?? challenge,
        origin: forgery.origin ?? site.origin,
        crossOrigin: false
      })
    )

  const authData = (flags: number, counter: number, forgery: Forgery, attested = Buffer.alloc(0)) =>
    Buffer.concat([
      sha256(forgery.rpId ?? site.rpId),
      Buffer.from([forgery.flags ?? flags]),
      uint32(forgery.counter ?? counter),
      attested
    ])

  const common = { type: "public-key", clientExtensionResults: {} } as const

  const register = (challenge: string, forgery: Forgery = {}) => {
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose()])
    return {
      ...common,
      id: ownId,
      rawId: ownId,
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, forgery).toString("base64url"),
        attestationObject: attestation(authData(0x45, 1, forgery, attested)).toString("base64url"),
        transports: ["internal"]
      }
    }
  }

  const signIn = (challenge: string, counter: number, forgery: Forgery = {}) => {
    const client = clientData("webauthn.get", challenge, forgery)
    const data = authData(0x05, counter, forgery)
    const credentialId = forgery.credentialId ?? ownId
    return {
      ...common,
      id: credentialId,
      rawId: credentialId,
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: (forgery.signature ?? sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)).toString(
          "base64url"
        ),
        ...(forgery.userHandle === undefined
          ? {}
          : { userHandle: Buffer.from(forgery.userHandle).toString("base64url") })
      }
    }
  }

  return { id: ownId, register, signIn }
}
