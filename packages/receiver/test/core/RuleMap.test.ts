import { createReceiver, ReceiverConfigError, type RuleMap } from "@heddle/receiver"
import { sampleEvent, sampleTestEvent, sampleTrendingEvent } from "@heddle/receiver/testing"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { runs } from "../../../../test/support/Runs.ts"
import { configError, makeReceiver, secret, sign, storeWith } from "../support/Fixtures.ts"

const mapOf = (rules: RuleMap["rules"]): RuleMap => ({ format: "heddle-rules/rule-map", version: 1, rules })
const replaced = mapOf({
  rule_b: { first: "rule_a", name: "brand" },
  rule_a: { first: "rule_a", name: "brand" },
  rule_c: { first: "rule_c", name: null }
})

const ofRule = (id: string, code = "C1") => sign({ body: sampleEvent({ post: { code }, rule: { id } }) })

describe("a rule and its replacement", () => {
  it.each([
    ["the map", replaced],
    ["a function", () => replaced],
    ["a promise", async () => replaced]
  ])("are one for the handler: %s", async (_, ruleMap) => {
    const { receiver, handled, duplicates } = makeReceiver({ ruleMap })
    for (const id of ["rule_b", "rule_a", "rule_c", "rule_unknown"]) await receiver.handle(await ofRule(id))
    expect(handled.map(({ event, context }) => [event.rule.id, context.eventKey, context.ruleName])).toEqual([
      ["rule_b", "v1:keyword:C1:rule_a", "brand"],
      ["rule_c", "v1:keyword:C1:rule_c", null],
      ["rule_unknown", "v1:keyword:C1:rule_unknown", null]
    ])
    expect(duplicates.map(({ event, context }) => [event.rule.id, context.ruleName])).toEqual([["rule_a", "brand"]])
  })

  it("what was handled before there was a map is not handled again", async () => {
    const store = storeWith({})
    const before = makeReceiver({ store })
    await before.receiver.handle(await ofRule("rule_a"))
    const after = makeReceiver({ store, ruleMap: replaced })
    expect((await after.receiver.handle(await ofRule("rule_b"))).code).toBe("duplicate")
  })

  it("a reloaded map counts from the next event", async () => {
    let map = mapOf({})
    const { receiver, handled } = makeReceiver({ ruleMap: () => map })
    await receiver.handle(await ofRule("rule_a"))
    map = replaced
    expect((await receiver.handle(await ofRule("rule_b"))).code).toBe("duplicate")
    expect(handled).toHaveLength(1)
  })

  it("dedupeBy post still joins all rules; the map names them", async () => {
    const { receiver, handled } = makeReceiver({ ruleMap: replaced, dedupeBy: "post" })
    for (const id of ["rule_b", "rule_c"]) await receiver.handle(await ofRule(id))
    expect(handled.map(({ context: { claim, eventKey, ruleName } }) => [claim?.key, eventKey, ruleName])).toEqual([
      ["v1:post:C1", "v1:keyword:C1:rule_a", "brand"]
    ])
  })

  it("test events ask no map; a rule called __proto__ is not in it", async () => {
    const { receiver, handled } = makeReceiver({ ruleMap: () => Promise.reject(new Error("down")) })
    await receiver.handle(await sign({ body: sampleTestEvent() }))
    const other = makeReceiver({ ruleMap: replaced })
    await other.receiver.handle(await sign({ body: sampleTrendingEvent({ rule: { id: "__proto__" } }) }))
    expect([...handled, ...other.handled].map(({ context }) => context.eventKey)).toEqual([
      "v1:test:C9xSample01:test",
      "v1:trending:C9xSample01:__proto__"
    ])
  })
})

describe("a map that fails", () => {
  const down = () => Promise.reject(new Error("no such file"))

  it.each<[string, () => unknown, string]>([
    ["rejects", down, "no such file"],
    [
      "throws",
      () => {
        throw new Error("no such file")
      },
      "no such file"
    ],
    ["is no map", () => "{}", "Parse the rule-map.json"],
    ["never answers", () => new Promise(() => {}), "did not answer within 0.005 s"]
  ])("%s: nothing runs, and the next delivery is handled", async (_, failing, reason) => {
    const answers = [failing, () => replaced]
    const ruleMap = () => JSON.parse("null") ?? answers.shift()?.()
    const { receiver, handled, errors } = makeReceiver({ ruleMap, storeTimeoutSeconds: 0.005 })
    const signed = await ofRule("rule_b")
    expect(await receiver.handle(signed)).toMatchObject({ code: "rule_map_failed", status: 503 })
    expect(errors[0]?.cause).toMatchObject({ message: expect.stringContaining(reason) })
    expect(handled).toHaveLength(0)
    expect((await receiver.handle(signed)).code).toBe("handled")
  })
})

describe("a map of another shape is refused", () => {
  it.each([
    ["null", null],
    ["the text of the file", JSON.stringify(replaced)],
    ["another format", { ...replaced, format: "rules" }],
    ["a later version", { ...replaced, version: 2 }],
    ["no rules", { ...replaced, rules: [] }],
    ["a rule that is an id", { ...replaced, rules: { rule_b: "rule_a" } }],
    ["no first", { ...replaced, rules: { rule_b: { name: null } } }],
    ["an empty first", { ...replaced, rules: { rule_b: { first: "", name: null } } }],
    ["no name", { ...replaced, rules: { rule_b: { first: "rule_a" } } }],
    [
      "a link instead of the first",
      { ...replaced, rules: { ...replaced.rules, rule_d: { first: "rule_b", name: null } } }
    ]
  ])("%s", (_, map) => {
    const ruleMap = JSON.parse(JSON.stringify(map))
    const error = configError(() => createReceiver({ secrets: secret, handler: () => {}, ruleMap }))
    expect(error).toMatchObject({ code: "invalid_option", message: expect.stringMatching(/^ruleMap (?:must|has)/) })
  })

  it("also when a function returns it, for the events until it is right", async () => {
    const { receiver, errors } = makeReceiver({ ruleMap: () => mapOf({ rule_b: { first: "", name: null } }) })
    await receiver.handle(await ofRule("rule_x"))
    expect(errors[0]?.cause).toBeInstanceOf(ReceiverConfigError)
  })

  it("fields that it does not know are no fault", async () => {
    const rules = { rule_a: { first: "rule_a", name: "brand", retiredAt: "2026-11-26T12:00:00.000Z" } }
    const { receiver, handled } = makeReceiver({ ruleMap: Object.assign({ writtenBy: "x" }, mapOf(rules)) })
    await receiver.handle(await ofRule("rule_a"))
    expect(handled[0]?.context.ruleName).toBe("brand")
  })
})

/** Chains of replacements, and deliveries of their events in any order: some at once, some of a handler that fails. */
const history = fc.record({
  chains: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 3 }),
  hasFirst: fc.boolean(),
  asFunction: fc.boolean(),
  deliveries: fc.array(
    fc.record({ chain: fc.nat(), rule: fc.nat(), post: fc.nat(2), fails: fc.boolean(), atOnce: fc.boolean() }),
    { minLength: 1, maxLength: 30 }
  )
})

it("whatever the order of deliveries, a post runs once for a chain of replacements", async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ chains, hasFirst, asFunction, deliveries }) => {
      const rules = chains.flatMap((length, chain) =>
        Array.from({ length }, (_, index) => ({ chain, index, id: `rule_${chain}_${index}` }))
      )
      const map = mapOf(
        Object.fromEntries(
          rules
            .filter(({ index }) => hasFirst || index > 0)
            .map(({ chain, id }) => [id, { first: `rule_${chain}_0`, name: `chain ${chain}` }])
        )
      )
      const completed: Array<string> = []
      const failing = new Set<string>()
      const { receiver } = makeReceiver({
        ruleMap: asFunction ? async () => map : map,
        handler: async ({ post, rule }) => {
          await Promise.resolve()
          if (failing.delete(`${rule.id} ${post.code}`)) throw new Error("not yet")
          completed.push(`${rule.id.split("_")[1]} ${post.code}`)
        }
      })
      const expected = new Set<string>()
      let running: Array<Promise<unknown>> = []
      const sent: Array<Awaited<ReturnType<typeof sign>>> = []
      for (const { chain, rule, post, fails, atOnce } of deliveries) {
        const inChain = chain % chains.length
        const id = `rule_${inChain}_${rule % (chains[inChain] ?? 1)}`
        expected.add(`${inChain} p${post}`)
        if (fails) failing.add(`${id} p${post}`)
        const signed = await ofRule(id, `p${post}`)
        sent.push(signed)
        running.push(receiver.handle(signed))
        if (atOnce) continue
        await Promise.all(running)
        running = []
      }
      await Promise.all(running)
      failing.clear()
      // What was refused is sent again.
      for (const signed of sent) expect((await receiver.handle(signed)).status).toBe(200)
      expect(completed.toSorted()).toEqual([...expected].toSorted())
    }),
    { numRuns: runs(60) }
  )
})
