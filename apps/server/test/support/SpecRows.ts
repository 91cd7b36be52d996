/** Rows of the description, each a test on a served product whose clock is ours. */
import type { AccountId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, it } from "vitest"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { sectionNamed } from "../spec/Description.ts"
import { origin } from "./Posts.ts"
import { ScriptedSource } from "./ScriptedSource.ts"
import { customer, ServedApi } from "./ServedApi.ts"
import { type PostFields, start, store } from "./StoredAtNoon.ts"
import { forgetAll } from "./StoredState.ts"
import { testServicesWith } from "./TestServices.ts"

/** What live reads ask; the source of the stored posts too. It knows nothing until a test tells it. */
export const network = new ScriptedSource(origin.source)
const services = testServicesWith({}, network.source)

type Services =
  | Layer.Success<typeof ServedApi.layerNoDeps>
  | Layer.Success<typeof services>
  | Layer.Success<Parameters<Parameters<typeof onAnyDatabase>[1]>[1]>

/** The tests of a section, by the names of its rows. */
export type Rows = Readonly<
  Record<string, (customer: { readonly id: AccountId; readonly key: string }) => Effect.Effect<void, unknown, Services>>
>

export interface TestedSection {
  readonly tests: Rows
  /** Rows that another file tests, and which, from `test/`. */
  readonly elsewhere?: Readonly<Record<string, string>>
}

/**
 * A test for each row of these sections, named after it, as a new customer on a database without posts; and one that
 * every row is tested.
 */
export const testSections = (sections: Readonly<Record<string, TestedSection>>) => {
  describe("The description", () => {
    it.each(Object.entries(sections))("%s: every row is tested", (name, { tests, elsewhere = {} }) => {
      const rows = [...Object.keys(tests), ...Object.keys(elsewhere)]
      assert.deepStrictEqual(rows.toSorted(), [...sectionNamed(name).keys()].toSorted())
      for (const file of Object.values(elsewhere))
        assert.isTrue(existsSync(join(import.meta.dirname, "..", file)), file)
    })
  })
  onAnyDatabase("The description", (_name, database) => {
    const served = ServedApi.layerNoDeps.pipe(
      Layer.provideMerge(services),
      Layer.provideMerge(database),
      Layer.provide(startOfTests)
    )
    layer(served, { timeout: "60 seconds" })((it) => {
      for (const [name, { tests }] of Object.entries(sections)) {
        if (Object.keys(tests).length === 0) continue
        const section = sectionNamed(name)
        describe(`${name}`, () => {
          for (const [row, test] of Object.entries(tests)) {
            it.effect(section.get(row) ?? row, () =>
              Effect.gen(function* () {
                yield* TestClock.setTime(start * 1_000)
                network.forget()
                yield* forgetAll
                yield* test(yield* customer({ plan: "standard", credits: 100_000 }))
              })
            )
          }
        })
      }
    })
  })
}

/** Before the services start, or their loops would live through every minute since 1970 in the first test. */
const startOfTests = Layer.effectDiscard(TestClock.setTime(start * 1_000))

/** So many posts, each a second older than the one before. */
export const storeMany = (count: number, fields: PostFields = {}, prefix = "p") =>
  store(
    ...Array.from({ length: count }, (_, index) => ({
      ...fields,
      code: `${prefix}${index}`,
      post_timestamp: start - index
    }))
  )
