/**
 * The lines in a stream of bytes. Each is decoded on its own: one that is not UTF-8 is refused, instead of being stored
 * with replacement characters, and the others stay as they are.
 */
import { Result, Schema, Stream } from "effect"
import { isUtf8 } from "node:buffer"
import { faultText } from "../../runtime/SchemaMessages.ts"
import { Change } from "../../store/Change.ts"

/** A line of text, or why it is none. */
export type Line = Result.Result<string, string>

const byteOrderMark = /^\uFEFF/

export const lineOf = (bytes: Buffer): Line =>
  isUtf8(bytes)
    ? Result.succeed(bytes.toString("utf8").replace(byteOrderMark, ""))
    : Result.fail("not UTF-8; encode the line as UTF-8")

// Latin-1 makes each byte a character. No byte of a longer UTF-8 sequence looks like a line break.
export const linesOf = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Line, E, R> =>
  bytes.pipe(
    Stream.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString("latin1")),
    Stream.splitLines,
    Stream.map((latin1) => lineOf(Buffer.from(latin1, "latin1")))
  )

const decode = Schema.decodeUnknownResult(Change, { errors: "all" })
const changeTypes = new Set<unknown>(["user", "post", "delete"])

/** A line of the ingest format as a change, or why it is none. */
export const readLine = (text: string): Result.Result<Change, string> => {
  const json = Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => "not a JSON value; put one object on one line"
  })
  if (Result.isFailure(json)) return Result.fail(json.failure)
  const type =
    typeof json.success === "object" && json.success !== null && "type" in json.success ? json.success.type : undefined
  if (!changeTypes.has(type)) return Result.fail('type: must be "user", "post" or "delete"')
  return Result.mapError(decode(json.success), faultText)
}
