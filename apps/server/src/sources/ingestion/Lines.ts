/**
 * The lines in a stream of bytes. One damaged character costs no line: it is replaced, and where that matters, in an
 * identifier or an address, the schema of changes refuses it.
 */
import { Result, Schema, Stream } from "effect"
import { distance } from "fastest-levenshtein"
import { faultText, inputFaults } from "../../runtime/SchemaMessages.ts"
import { Change } from "../../store/Change.ts"
import { parseRepaired } from "../network/RepairedJson.ts"

/** A line of text, or why it is none. */
export type Line = Result.Result<string, string>

const byteOrderMark = /^\uFEFF/

export const lineOf = (bytes: Buffer): Line => Result.succeed(bytes.toString("utf8").replace(byteOrderMark, ""))

// Latin-1 makes each byte a character. No byte of a longer UTF-8 sequence looks like a line break.
export const linesOf = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Line, E, R> =>
  bytes.pipe(
    Stream.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength).toString("latin1")),
    Stream.splitLines,
    Stream.map((latin1) => lineOf(Buffer.from(latin1, "latin1")))
  )

const decode = Schema.decodeUnknownResult(Change, { errors: "all" })
const changeTypes = new Set<unknown>(["user", "post", "delete"])

const maxDistance = 2

/** Unknown fields are allowed, so one that looks like a missing one is named beside it. */
const misspelt = ({ issue }: Schema.SchemaError, names: ReadonlyArray<string>): string =>
  inputFaults(issue)
    .filter(({ path, message }) => path.length === 1 && message === "is required")
    .flatMap(({ path: [missing = ""] }) => names.filter((name) => distance(name, missing) <= maxDistance))
    .map((name) => `; \`${name}\` is unknown`)
    .join("")

/** A line of the ingest format as a change, or why it is none. */
export const readLine = (text: string): Result.Result<Change, string> => {
  const json = parseRepaired(text)
  if (Result.isFailure(json)) return Result.fail(`${json.failure}; put one object on one line`)
  const type =
    typeof json.success === "object" && json.success !== null && "type" in json.success ? json.success.type : undefined
  if (!changeTypes.has(type)) return Result.fail('type: must be "user", "post" or "delete"')
  return Result.mapError(
    decode(json.success),
    (error) => faultText(error) + misspelt(error, Object.keys(Object(json.success)))
  )
}
