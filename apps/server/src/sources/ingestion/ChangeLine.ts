/** A line of the ingest format as a change, or why it is none; pure. */
import { Result, Schema } from "effect"
import { inputFaults } from "../../runtime/SchemaMessages.ts"
import { Change } from "../../store/Change.ts"

const decode = Schema.decodeUnknownResult(Change, { errors: "all" })
const changeTypes = new Set<unknown>(["user", "post", "delete"])

export const readLine = (text: string): Result.Result<Change, string> => {
  const json = Result.try({
    try: (): unknown => JSON.parse(text),
    catch: () => "not a JSON value; put one object on one line"
  })
  if (Result.isFailure(json)) return Result.fail(json.failure)
  const type =
    typeof json.success === "object" && json.success !== null && "type" in json.success ? json.success.type : undefined
  if (!changeTypes.has(type)) return Result.fail('type: must be "user", "post" or "delete"')
  return Result.mapError(decode(json.success), ({ issue }) =>
    inputFaults(issue)
      .map(({ path, message }) => `${path.join(".")}: ${message}`)
      .join("; ")
  )
}
