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

const apiKey = Config.Redacted("HEDDLE_API_KEY").pipe(
  Effect.mapError(() => missingKey),
  Effect.filterOrFail(
    (key) => Redacted.value(key).trim() !== "",
    () => missingKey
  )
)

/** On the machine of the service itself, the service's own setting is enough. */
const apiUrl = Config.String("HEDDLE_API_URL").pipe(
  Config.orElse(() => Config.String("HEDDLE_BASE_URL")),
  Config.withDefault(defaultBaseUrl)
)

const baseUrl = Effect.gen(function* () {
  const text = yield* Effect.orDie(apiUrl)
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") {
    return yield* new InvalidSetting({
      message: `HEDDLE_API_URL is ${JSON.stringify(text)}. Set it to the address of the API, such as ${defaultBaseUrl}`
    })
  }
  return url.href.replace(/\/+$/, "")
})

export const settings: Effect.Effect<Settings, InvalidSetting> = Effect.all({ apiKey, baseUrl })
