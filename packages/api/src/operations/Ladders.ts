/** `GET /stats/like-ladder` and `GET /stats/follower-ladder` (service.md, "Leaderboards and statistics"). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { defaultLanguage, Language, languageOfRegion, Region } from "../Languages.ts"
import { type Body, documented, Envelope, type PricedOperation } from "../Operation.ts"
import { Count } from "../Parameters.ts"
import { statsPrice } from "./StatsPrice.ts"

/** What a ladder looks back on, in days before now. */
export const ladderDays = 30

export const ladderPercentiles = [50, 75, 90, 95, 99, 99.9] as const

const fields = Schema.Struct({
  language: Schema.optionalKey(Language).annotate({ description: "One language (default `zh`)." }),
  region: Schema.optionalKey(Region).annotate({
    description:
      "Instead of `language`: `TW` (zh-Hant), `CN` (zh-Hans), `HK` (yue), `JP` (ja), `KR` (ko) or `US` (en), in any case of letters."
  })
})

export const LadderQuery = fields.check(
  Schema.makeFilter(({ language, region }: typeof fields.Type) =>
    language !== undefined && region !== undefined
      ? [{ path: ["region"], issue: "conflicts with language: use one of them" }]
      : []
  )
)
export type LadderQuery = typeof LadderQuery.Type
type LadderRequest = { readonly query: LadderQuery }

export const ladderLanguage = ({ language = defaultLanguage, region }: LadderQuery): Language =>
  region === undefined ? language : languageOfRegion(region)

export const LadderResult = Envelope({
  data: Schema.Struct({
    language: Schema.String.annotate({ description: "The language that was looked at." }),
    population: Count.annotate({ description: "How many posts or accounts were compared." }),
    rungs: Schema.Array(
      Schema.Struct({
        percentile: Schema.Literals(ladderPercentiles),
        at_least: Schema.NullOr(Count).annotate({
          description:
            "The smallest number with which at least this percentage of the population is not above it; null without a population."
        })
      })
    )
  })
})

const ladder = {
  kind: "priced",
  result: LadderResult,
  requires: "plan",
  price: statsPrice,
  limit: null,
  parameters: ({ query }: LadderRequest) => query
} as const

export const likeLadder: PricedOperation<LadderRequest, Body<typeof LadderResult>> = {
  ...ladder,
  summary: "Like ladder",
  description: "How many likes it takes to be among the best posts, replies included, of the last 30 days.",
  apiType: "like_ladder",
  tool: "get_like_ladder"
}

export const followerLadder: PricedOperation<LadderRequest, Body<typeof LadderResult>> = {
  ...ladder,
  summary: "Follower ladder",
  description:
    "How many followers it takes to be among the greatest accounts. An account is looked at when its followers are known and it posted in the last 30 days; its language is that of most of these posts.",
  apiType: "follower_ladder",
  tool: "get_follower_ladder"
}

export const likeLadderEndpoint = HttpApiEndpoint.get(
  "likeLadder",
  "/stats/like-ladder",
  pricedEndpoint(LadderQuery, LadderResult)
).annotateMerge(documented(likeLadder))

export const followerLadderEndpoint = HttpApiEndpoint.get(
  "followerLadder",
  "/stats/follower-ladder",
  pricedEndpoint(LadderQuery, LadderResult)
).annotateMerge(documented(followerLadder))
