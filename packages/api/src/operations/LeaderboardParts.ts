/** What the three leaderboards have in common (service.md, "Leaderboards and statistics"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { Language } from "../Languages.ts"
import type { Price } from "../Operation.ts"
import { Count, IntBetween } from "../Parameters.ts"

export const leaderboardDefaultHours = 24
export const leaderboardDefaultSize = 30
const maxHours = 168
const sizes = { minimum: 1, maximum: 100 }

/** The parameters, in words of what is on the board. */
export const leaderboardQuery = (words: { readonly language: string; readonly hours: string }) =>
  Schema.Struct({
    language: Schema.optionalKey(Language).annotate({ description: `${words.language} (default \`zh\`).` }),
    hours: Schema.optionalKey(IntBetween(1, maxHours)).annotate({
      description: `${words.hours} the last 1 to 168 hours (default 24).`
    }),
    size: Schema.optionalKey(IntBetween(sizes.minimum, sizes.maximum)).annotate({
      description: "Rows at most (default 30)."
    })
  })
export type LeaderboardQuery = ReturnType<typeof leaderboardQuery>["Type"]
export type LeaderboardRequest = { readonly query: LeaderboardQuery }

export const Rank = Count.annotate({ description: "Place on the board, from 1." })

const perCall = 30
const included = 30

const costOf = (rows: number): number => perCall + Math.max(0, rows - included)

const price: Price<LeaderboardRequest, { readonly data: ReadonlyArray<unknown> }> = {
  estimate: ({ query }) => costOf(query.size ?? leaderboardDefaultSize),
  charge: (_request, { data }) => costOf(data.length),
  text: `${perCall} credits for up to ${included} rows, plus 1 per extra row, by rows returned; at least ${perCall}`
}

export const leaderboard = {
  kind: "priced",
  requires: "plan",
  price,
  limit: {
    ...sizes,
    estimate: ({ query }: LeaderboardRequest, size: number) => price.estimate({ query: { ...query, size } })
  },
  parameters: ({ query }: LeaderboardRequest) => query
} as const
