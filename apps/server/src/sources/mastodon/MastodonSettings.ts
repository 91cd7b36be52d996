/** The instances of the settings, each with its token. */
import { Effect, Option, Redacted, Schema } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import type { Timeline } from "./MastodonApi.ts"

/** An instance of the settings. */
export interface MastodonInstance {
  /** Such as `https://mastodon.example`. */
  readonly url: string
  readonly token: Option.Option<Redacted.Redacted<string>>
  readonly timeline: Timeline
  readonly checksPerSecond: number
}

const prefix = "mastodon "

export const sourceName = (url: string): string => `${prefix}${new URL(url).host}`

/** The host in the name of a source. */
export const hostOf = (source: string): string => source.slice(prefix.length)

/** Shown to the operator without a stack. */
export class MastodonSettingsUnusable extends Schema.TaggedError<MastodonSettingsUnusable>()(
  "MastodonSettingsUnusable",
  { what: Schema.String, details: Schema.String, solution: Schema.String }
) {
  override get message(): string {
    return `${this.what}\n  Details: ${this.details}\n  To fix this: ${this.solution}`
  }
}

const noInstance = new MastodonSettingsUnusable({
  what: "HEDDLE_SOURCE names mastodon, but no instance is set.",
  details: "Mastodon is many servers, and each shows the posts that it knows.",
  solution: "Set HEDDLE_MASTODON_INSTANCES, such as https://mastodon.example."
})

const tooManyTokens = new MastodonSettingsUnusable({
  what: "HEDDLE_MASTODON_TOKENS has more tokens than there are instances.",
  details: "The tokens belong to the instances of HEDDLE_MASTODON_INSTANCES, in the same order.",
  solution: "Give one token for each instance; leave a place empty for an instance without one, as in TOKEN,,TOKEN."
})

/** Unlike a list of names, this one keeps empty places. */
const tokensIn = (tokens: string): ReadonlyArray<Option.Option<Redacted.Redacted<string>>> =>
  tokens.split(",").map((token) => (token.trim() === "" ? Option.none() : Option.some(Redacted.make(token.trim()))))

export const mastodonInstances = Effect.gen(function* () {
  const { mastodonInstances: urls, mastodonTokens, mastodonTimeline, mastodonChecks } = yield* Settings
  const tokens = Option.match(mastodonTokens, { onNone: () => [], onSome: (text) => tokensIn(Redacted.value(text)) })
  if (urls.length === 0) return yield* noInstance
  if (tokens.length > urls.length) return yield* tooManyTokens
  return urls.map((url, index): MastodonInstance => ({
    url,
    token: tokens[index] ?? Option.none(),
    timeline: mastodonTimeline,
    checksPerSecond: mastodonChecks
  }))
})
