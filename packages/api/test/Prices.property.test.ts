/** Estimate, charge and text of a price agree, whatever its numbers and whatever is asked for. */
import { assert, describe, it } from "@effect/vitest"
import { baseWithExtras, byCount, byLimit, type LimitedPrice, perCall, perItem, perRow, SearchQuery } from "@heddle/api"
import fc from "fast-check"
import { runs } from "../../../test/support/Runs.ts"

type Request = { readonly query: { readonly limit?: number; readonly details?: boolean } }
type Row = { readonly kind: "whole" | "reduced" | "free" }
type Body = { readonly data: ReadonlyArray<Row> }

const { defaultValue: defaultLimit, minimum, maximum } = SearchQuery.fields.limit

const credits = fc.integer({ min: 1, max: 1_000 })
const instead = fc.option(
  credits.map((credits) => ({ credits, with: { details: true } })),
  { nil: undefined }
)
const row = fc.record({ kind: fc.constantFrom<Row["kind"]>("whole", "reduced", "free") })
const request = fc.record(
  { limit: fc.integer({ min: minimum, max: maximum }), details: fc.boolean() },
  { requiredKeys: [] }
)

const sized = { asked: byLimit(SearchQuery), returned: ({ data }: Body) => data.length }

interface Case {
  readonly price: LimitedPrice<Request, Body>
  readonly numbers: ReadonlyArray<number>
}

const itemPrice = fc.record({ credits, instead }).map(({ credits, instead }): Case => ({
  price: perItem<Request, Body>({
    credits,
    item: "post returned",
    ...sized,
    ...(instead === undefined ? {} : { instead })
  }),
  numbers: [credits, ...(instead === undefined ? [] : [instead.credits])]
}))

const basePrice = fc
  .record({
    base: credits,
    instead,
    included: fc.nat(600),
    perExtra: fc.integer({ min: 1, max: 9 }),
    free: fc.boolean()
  })
  .map(({ base, instead, included, perExtra, free }): Case => ({
    price: baseWithExtras<Request, Body>({
      base,
      included,
      perExtra,
      item: "post",
      freeWhenEmpty: free,
      ...sized,
      ...(instead === undefined ? {} : { instead })
    }),
    numbers: [base, included, perExtra, ...(instead === undefined ? [] : [instead.credits])]
  }))

const rowPrice = fc.record({ credits, reduced: credits }).map(({ credits, reduced }): Case => ({
  price: perRow<Request, Row>({
    credits,
    item: "post",
    asked: ({ query }) => query.limit ?? defaultLimit,
    reduced: { credits: reduced, when: "when it is small", applies: ({ kind }) => kind === "reduced" },
    free: { when: "when it fails", applies: ({ kind }) => kind === "free" }
  }),
  numbers: [credits, reduced]
}))

const callPrice = credits.map((credits): Case => ({ price: perCall(credits), numbers: [credits] }))

/** Does not depend on the rows that are returned. */
const askedPrice = fc.record({ credits, base: credits, extra: credits }).map(({ credits, base, extra }): Case => {
  const asked = byLimit(SearchQuery)
  const price = baseWithExtras<Request, Body>({ base, included: credits, perExtra: extra, item: "post", asked })
  return { price, numbers: [base, credits, extra] }
})

const anyPrice = fc.oneof(itemPrice, basePrice, rowPrice, callPrice)
const answerTo = ({ query: { limit = defaultLimit } }: Request) => fc.array(row, { maxLength: limit, size: "max" })

const numbersIn = (text: string): ReadonlyArray<number> =>
  Array.from(text.matchAll(/\d+/g), ([digits]) => Number(digits))

describe("every price", () => {
  it("charges no more than the estimate for any answer within the limit", () => {
    const cases = fc
      .tuple(
        anyPrice,
        request.map((query) => ({ query }))
      )
      .chain(([{ price }, asked]) => fc.tuple(fc.constant(price), fc.constant(asked), answerTo(asked)))
    fc.assert(
      fc.property(cases, ([price, asked, data]) => {
        assert.isAtMost(price.charge(asked, { data }), price.estimate(asked))
      }),
      { numRuns: runs(300) }
    )
  })

  it("estimates no less when the limit grows, and the same through the limit parameter", () => {
    fc.assert(
      fc.property(anyPrice, request, fc.integer({ min: minimum, max: maximum }), ({ price }, query, limit) => {
        if (price.limit === null) return
        const estimate = price.limit.estimate({ query }, limit)
        assert.strictEqual(estimate, price.estimate({ query: { ...query, limit } }))
        assert.isAtLeast(price.limit.estimate({ query }, limit + 1), estimate)
      }),
      { numRuns: runs(300) }
    )
  })

  it("charges for the parts of an answer what it charges for all of it, however it is cut", () => {
    const bodies = fc.array(row, { minLength: 1, maxLength: 600, size: "max" })
    const cuts = fc.array(fc.nat(600), { maxLength: 20 })
    fc.assert(
      fc.property(fc.oneof(anyPrice, askedPrice), request, bodies, cuts, ({ price }, query, data, cuts) => {
        const ends = [...new Set([...cuts.filter((cut) => cut > 0 && cut < data.length), data.length])]
        let before = 0
        for (const end of ends.toSorted((one, other) => one - other)) {
          const upToHere = price.chargeFirst({ query }, { data }, end)
          assert.isAtLeast(upToHere, before)
          assert.strictEqual(upToHere, Math.trunc(upToHere))
          before = upToHere
        }
        assert.strictEqual(before, price.charge({ query }, { data }))
      }),
      { numRuns: runs(300) }
    )
  })

  it("names exactly its numbers in its text", () => {
    fc.assert(
      fc.property(anyPrice, ({ price, numbers }) => {
        assert.sameMembers([...new Set(numbersIn(price.text))], [...new Set(numbers)])
      }),
      { numRuns: runs(300) }
    )
  })

  it("assumes the default of a limit that is absent", () => {
    fc.assert(
      fc.property(anyPrice, ({ price }) => {
        assert.strictEqual(price.estimate({ query: {} }), price.estimate({ query: { limit: defaultLimit } }))
      }),
      { numRuns: runs(100) }
    )
  })
})

it("a price for what is asked charges its estimate", () => {
  const price = perItem<Request, Body>({ credits: 3, item: "day", asked: byCount(({ query }) => query.limit ?? 7) })
  assert.strictEqual(price.charge({ query: { limit: 5 } }, { data: [] }), 15)
  assert.isNull(price.limit)
})

it("a price for what is asked is shared among the rows, rounded up", () => {
  const price = perItem<Request, Body>({ credits: 10, item: "day", asked: byCount(() => 1) })
  const data = Array.from({ length: 365 }, (): Row => ({ kind: "whole" }))
  const costs = [1, 36, 37, 300, 364, 365].map((rows) => price.chargeFirst({ query: {} }, { data }, rows))
  assert.deepStrictEqual(costs, [1, 1, 2, 9, 10, 10])
  assert.strictEqual(price.chargeFirst({ query: {} }, { data: [] }, 0), 10)
})

it("one credit is singular", () => {
  assert.strictEqual(perCall(1).text, "1 credit per call")
  assert.strictEqual(perCall(2).text, "2 credits per call")
})
