/** How far a followed file was read, and which file it was: names change when logs are rotated. */
import { Effect, type FileSystem, type PlatformError, Schema } from "effect"
import { createHash } from "node:crypto"

/** The beginning of a file tells it from another one that got the same inode, or replaced its content. */
const longestHead = 256

export const FilePosition = Schema.Struct({
  inode: Schema.String,
  /** Bytes whose lines are stored. */
  offset: Schema.Int,
  headLength: Schema.Int,
  /** SHA-256 of the first bytes, up to this number. */
  head: Schema.String
})
export type FilePosition = typeof FilePosition.Type

/** Up to the given number of bytes from an offset; fewer at the end of the file. */
export const readAt = (
  file: FileSystem.File,
  offset: number,
  atMost: number
): Effect.Effect<Buffer, PlatformError.PlatformError> =>
  Effect.gen(function* () {
    yield* file.seek(BigInt(offset), "start")
    const buffer = Buffer.alloc(atMost)
    const length = Number(yield* file.read(buffer))
    return buffer.subarray(0, length)
  })

const hashOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex")

export const headOf = Effect.fnUntraced(function* (file: FileSystem.File, atMost: number = longestHead) {
  const bytes = yield* readAt(file, 0, Math.min(atMost, longestHead))
  return { headLength: bytes.length, head: hashOf(bytes) }
})

/** Whether the file still begins as it did. */
export const beginsAs = (file: FileSystem.File, { headLength, head }: FilePosition) =>
  Effect.map(headOf(file, headLength), (found) => found.head === head)
