/** Settings, read from the environment. */
import { Config, Data, Effect, Redacted } from "effect"

const defaultBaseUrl = "http://127.0.0.1:4000"

export class InvalidSetting extends Data.TaggedError("InvalidSetting")<{ readonly message: string }> {}

export interface Settings {
  readonly apiKey: Redacted.Redacted
  /** Without a trailing slash. */
  readonly baseUrl: string
}

const missingKey = new InvalidSetting({
  message: "HEDDLE_API_KEY is not set. Set it to an API key of the account whose rules the file describes."
})

/** What a header can hold. */
const printable = /^[\x21-\x7e]+$/

/** `trim` takes the line end of a file and a byte order mark, too. */
const apiKey = Config.Redacted("HEDDLE_API_KEY").pipe(
  Effect.mapError(() => missingKey),
  Effect.map((key) => Redacted.value(key).trim()),
  Effect.filterOrFail(
    (key) => key !== "",
    () => missingKey
  ),
  Effect.filterOrFail(
    (key) => printable.test(key),
    () =>
      new InvalidSetting({
        message: "HEDDLE_API_KEY contains a space, a line break or a character that no API key has. Copy the key again."
      })
  ),
  Effect.map((key) => Redacted.make(key))
)

/** On the machine of the service itself, the service's own setting is enough. */
const apiUrl = Config.String("HEDDLE_API_URL").pipe(
  Config.orElse(() => Config.String("HEDDLE_BASE_URL")),
  Config.withDefault(defaultBaseUrl)
)

const baseUrl = Effect.gen(function* () {
  const text = yield* Effect.orDie(apiUrl)
  const url = URL.parse(text)
  if (url !== null && (url.username !== "" || url.password !== "")) {
    return yield* new InvalidSetting({ message: "HEDDLE_API_URL contains a user name or a password. Remove them." })
  }
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    return yield* new InvalidSetting({
      message: `HEDDLE_API_URL is ${JSON.stringify(text)}. Set it to the address of the API, such as ${defaultBaseUrl}`
    })
  }
  return url.href.replace(/\/+$/, "")
})

export const settings: Effect.Effect<Settings, InvalidSetting> = Effect.all({ apiKey, baseUrl })
