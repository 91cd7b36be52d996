/** Random worlds: accounts, and what happens to them, their rules, the posts and the clock. */
import fc from "fast-check"
import { captions, keywords } from "./Captions.ts"
import type { NewRule, Thresholds } from "./Demand.ts"

const hour = 3_600_000
export const postCodes = 14

/** A report of a post; if it is known, of its counts alone. */
export interface Report {
  readonly code: number
  readonly caption: number
  /** Milliseconds since it was posted, below 0 for a source whose clock is fast. */
  readonly age: number
  /** Milliseconds since its counts were observed. */
  readonly observedAgo: number
  readonly isReply: boolean
  readonly likes: number
  readonly replies: number
  readonly views: number | null
}

/** Numbers stand for accounts, endpoints and rules that there are, counted round and round. */
export type Step =
  | { readonly do: "report"; readonly reports: ReadonlyArray<Report> }
  | { readonly do: "delete"; readonly code: number }
  | { readonly do: "endpoint"; readonly account: number; readonly cap: number | null }
  | { readonly do: "drop endpoint"; readonly endpoint: number }
  | {
      readonly do: "rule"
      readonly endpoint: number
      readonly rule: NewRule
      readonly meanwhile: ReadonlyArray<Report>
    }
  | { readonly do: "drop rule"; readonly rule: number }
  | {
      readonly do: "plan"
      readonly account: number
      readonly plan: "lite" | "standard" | "plus"
      readonly credits: number
    }
  | { readonly do: "credits"; readonly account: number; readonly credits: number }
  | { readonly do: "wait"; readonly millis: number }
  | { readonly do: "wait for the end of a plan"; readonly account: number; readonly millis: number }
  | { readonly do: "round"; readonly times: number }
  | { readonly do: "send" }

export interface World {
  /** The time of day at which it begins. */
  readonly hour: number
  readonly accounts: ReadonlyArray<{
    /** Null for an account without a plan. */
    readonly credits: number | null
    /** The daily cap of its first endpoint. */
    readonly cap: number | null
  }>
  /** The first rules, each of the first endpoint of an account. */
  readonly rules: ReadonlyArray<readonly [account: number, rule: NewRule]>
  /** Whether rounds check the first rules before there are posts. */
  readonly isChecked: boolean
  readonly reports: ReadonlyArray<Report>
  readonly steps: ReadonlyArray<Step>
}

/** At a threshold, and just below and above it. */
const near = (...values: ReadonlyArray<number>) =>
  fc.constantFrom(...values.flatMap((value) => [value, value - 1, value + 1]))

const minutes = (min: number, max: number) => fc.integer({ min, max }).map((count) => count * 60_000)

/** At the edge of a window, and a millisecond at either side of it. */
const edges = fc
  .tuple(fc.constantFrom(1, 2, 23, 24, 48, 71, 72), fc.constantFrom(-1, 0, 1))
  .map(([hours, millis]) => hours * hour + millis)

const ages = fc.oneof(
  { weight: 4, arbitrary: minutes(0, 55) },
  { weight: 2, arbitrary: minutes(-10, 73 * 60) },
  { weight: 2, arbitrary: edges }
)

/** Those with a common keyword. */
const common = captions.flatMap(({ text, language }, index) =>
  ["zh-Hant", "zh-Hans", "yue"].includes(language) && /台積電|咖啡|AI /.test(text) ? [index] : []
)

const report: fc.Arbitrary<Report> = fc.record({
  code: fc.nat(postCodes - 1),
  caption: fc.oneof(fc.constantFrom(...common), fc.nat(captions.length - 1)),
  age: ages,
  observedAgo: fc.constantFrom(0, 0, 0, 60_000, 30 * 60_000, 20 * hour),
  isReply: fc.boolean(),
  likes: fc.oneof(near(10, 50, 500, 600), fc.constant(1_000)),
  replies: fc.oneof(near(1, 5, 100), fc.constant(200)),
  views: fc.option(near(20_000, 30_000, 40_000), { nil: null, freq: 3 })
})

const language = fc.oneof(fc.constantFrom(undefined, "zh"), fc.constantFrom("zh-Hant", "zh-Hans", "yue", "ja", "ko"))
const some = <A>(...values: ReadonlyArray<A>) => fc.option(fc.constantFrom(...values), { nil: undefined })

const rarely = <A>(...values: ReadonlyArray<A>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) })

const defined = (rule: { readonly [Name in keyof Thresholds]: Thresholds[Name] | undefined }): Thresholds =>
  Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined))

const hasThreshold = ({ likeCount, replyCount, viewCount }: Thresholds): boolean =>
  [likeCount, replyCount, viewCount].some((value) => value !== undefined)

const keywordRule = fc
  .record({
    keyword: fc.oneof(fc.constantFrom("台積", "咖啡", "AI"), fc.constantFrom(...keywords)),
    language,
    likeCount: some(10, 50),
    replyCount: rarely(5),
    viewCount: rarely(20_000, 30_000)
  })
  .map((rule) => defined({ ...rule, likeCount: hasThreshold(defined(rule)) ? rule.likeCount : 10 }))
const trendingRule = fc
  .record({
    lookbackHours: fc.constantFrom(1, 2, 24, 48, 72),
    language,
    likeCount: some(500, 600),
    replyCount: rarely(100),
    viewCount: rarely(20_000, 30_000)
  })
  .map((rule) => defined({ ...rule, likeCount: hasThreshold(defined(rule)) ? rule.likeCount : 500 }))
const rule: fc.Arbitrary<NewRule> = fc
  .tuple(
    fc.oneof({ weight: 3, arbitrary: keywordRule }, { weight: 2, arbitrary: trendingRule }),
    rarely(false as const)
  )
  .map(([wanted, sendExisting]) => (sendExisting === undefined ? wanted : { ...wanted, sendExisting }))

const which = fc.nat(11)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("report" as const),
      reports: fc.array(report, { minLength: 2, maxLength: 6, size: "max" })
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), code: fc.nat(postCodes - 1) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("endpoint" as const),
      account: which,
      cap: some(20, 39, 60, 100).map(orNull)
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("drop endpoint" as const), endpoint: which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("rule" as const),
      endpoint: which,
      rule,
      meanwhile: fc.array(report, { maxLength: 3 })
    })
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("drop rule" as const), rule: which }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("plan" as const),
      account: which,
      plan: fc.constantFrom("lite" as const, "lite" as const, "standard" as const, "plus" as const),
      credits: fc.constantFrom(1, 20, 40, 100, 1_000)
    })
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("credits" as const),
      account: which,
      credits: fc.constantFrom(1, 19, 20, 30, 40, 100, 200)
    })
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      millis: fc.oneof(
        { weight: 6, arbitrary: minutes(0, 120) },
        { weight: 1, arbitrary: fc.constantFrom(22 * hour, 23 * hour) },
        { weight: 1, arbitrary: edges }
      )
    })
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("wait for the end of a plan" as const),
      account: which,
      millis: fc.constantFrom(-hour, -1, 0, hour)
    })
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant("round" as const), times: fc.constantFrom(1, 2, 3) }) },
  { weight: 4, arbitrary: fc.constant({ do: "send" as const }) }
)

function orNull<A>(value: A | undefined): A | null {
  return value ?? null
}

export const world: fc.Arbitrary<World> = fc.record({
  hour: fc.constantFrom(1, 20, 23),
  accounts: fc.array(
    fc.record({
      credits: fc.constantFrom(null, 1, 20, 60, 100, 200, 2_000, 20_000),
      cap: fc.constantFrom(null, null, 20, 59, 100)
    }),
    { minLength: 1, maxLength: 4, size: "max" }
  ),
  rules: fc.array(fc.tuple(which, rule), { minLength: 6, maxLength: 24, size: "max" }),
  isChecked: fc.boolean(),
  reports: fc.array(report, { minLength: 8, maxLength: 20, size: "max" }),
  steps: fc.array(step, { minLength: 10, maxLength: 60, size: "max" })
})
