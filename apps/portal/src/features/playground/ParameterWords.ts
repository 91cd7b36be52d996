/** What parameters are called and what they do, in the reader's language; many operations share one. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import type { Translate } from "../../text/Text.tsx"

export const translatedParameters = [
  "page",
  "anchor",
  "api_type",
  "source",
  "key_id",
  "from",
  "to",
  "keywords",
  "match",
  "exclude",
  "language",
  "include_details",
  "post_type",
  "min_age_hours",
  "max_age_hours",
  "since",
  "until",
  "username",
  "usernames",
  "min_likes",
  "min_replies",
  "min_views",
  "sort",
  "limit",
  "size",
  "cursor",
  "hours",
  "days",
  "include_engagement",
  "topic",
  "codes",
  "code",
  "metric",
  "region",
  "utc_offset"
] as const

export interface ParameterWords {
  readonly label: string
  readonly help: string
  /** Where it differs from that of the page. */
  readonly lang: "en" | undefined
}

/** A parameter of a newer server keeps the words of the API. */
export const parameterWords = (
  t: Translate,
  { name, description }: Pick<PlaygroundOperation["parameters"][number], "name" | "description">
): ParameterWords => {
  const known = translatedParameters.find((one) => one === name)
  return known === undefined
    ? { label: name, help: description, lang: "en" }
    : { label: t(`playground.parameter.${known}`), help: t(`playground.help.${known}`), lang: undefined }
}
