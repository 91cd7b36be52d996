/** An instance of the settings. */
import type { Option, Redacted } from "effect"
import type { Timeline } from "./MastodonApi.ts"

export interface MastodonInstance {
  /** Such as `https://mastodon.example`. */
  readonly url: string
  readonly token: Option.Option<Redacted.Redacted<string>>
  readonly timeline: Timeline
  readonly checksPerSecond: number
}

export const sourceName = (url: string): string => `mastodon ${new URL(url).host}`
