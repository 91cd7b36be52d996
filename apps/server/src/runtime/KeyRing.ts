/**
 * The encryption keys of a process, in order: the first seals, signs and derives, all open and verify. They come from
 * `HEDDLE_ENCRYPTION_KEYS`, from `HEDDLE_ENCRYPTION_KEY`, or from a file in the data folder, which is made if there is none.
 */
import { Effect, FileSystem, Option, Path, Redacted, Schema } from "effect"
import { randomBytes } from "node:crypto"
import { Settings } from "./Settings.ts"

const keyBytes = 32
const keyText = /^[\w+/-]{43}=?$/

export type KeyRing = readonly [first: Uint8Array, ...others: ReadonlyArray<Uint8Array>]

export class BadEncryptionKey extends Schema.TaggedError<BadEncryptionKey>()("BadEncryptionKey", {
  from: Schema.String,
  content: Schema.Literals(["one key", "keys, each once"])
}) {
  override readonly message = `${this.from} must contain ${this.content}: ${keyBytes} bytes in base64. Create one with: openssl rand -base64 ${keyBytes}`
}

const decodeKeys = (texts: ReadonlyArray<string>, failure: BadEncryptionKey) => {
  const [first, ...others] = texts.map((text) => Buffer.from(text, "base64"))
  const distinct = new Set([first, ...others].map((key) => key?.toString("base64")))
  const isValid = texts.every((text) => keyText.test(text)) && distinct.size === texts.length
  return first === undefined || !isValid ? Effect.fail(failure) : Effect.succeed<KeyRing>([first, ...others])
}

const severalIn = (text: string, from: string) =>
  decodeKeys(
    text.split(/[\s,]+/).filter((part) => part !== ""),
    new BadEncryptionKey({ from, content: "keys, each once" })
  )

const ofDataDir = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const file = path.join(dataDir, "encryption.key")
  if (yield* fs.exists(file)) return yield* severalIn(yield* fs.readFileString(file), file)
  yield* fs.makeDirectory(dataDir, { recursive: true })
  const key = randomBytes(keyBytes)
  // Written under another name and renamed, so that a crash leaves no partial key.
  const draft = `${file}.${process.pid}`
  yield* fs.writeFileString(draft, `${key.toString("base64")}\n`, { mode: 0o600 })
  yield* fs.rename(draft, file)
  const made: KeyRing = [key]
  return made
})

export const keyRing = Effect.gen(function* () {
  const { encryptionKey, encryptionKeys, dataDir } = yield* Settings
  if (Option.isSome(encryptionKeys)) {
    return yield* severalIn(Redacted.value(encryptionKeys.value), "HEDDLE_ENCRYPTION_KEYS")
  }
  if (Option.isNone(encryptionKey)) return yield* ofDataDir(dataDir)
  const failure = new BadEncryptionKey({ from: "HEDDLE_ENCRYPTION_KEY", content: "one key" })
  return yield* decodeKeys([Redacted.value(encryptionKey.value).trim()], failure)
})
