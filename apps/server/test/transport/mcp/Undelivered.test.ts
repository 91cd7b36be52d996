/** Charged answers that did not reach their caller. */
import { assert, it, layer } from "@effect/vitest"
import { AccountId, KeyId } from "@heddle/api"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { keptMillis, nameOf, Undelivered } from "../../../src/transport/mcp/Undelivered.ts"

const result = { content: [{ type: "text" as const, text: "{}" }] }
const caller = {
  accountId: AccountId.make("acct_1"),
  keyId: KeyId.make("key_1"),
  application: null,
  apiTypePrefix: "mcp:"
} as const

layer(Undelivered.layer)((it) => {
  it.effect("are given once", () =>
    Effect.gen(function* () {
      const { keep, take } = yield* Undelivered
      yield* keep({ name: "call", result })
      assert.isUndefined(yield* take("other"))
      assert.strictEqual(yield* take("call"), result)
      assert.isUndefined(yield* take("call"))
    })
  )

  it.effect("are kept for two minutes", () =>
    Effect.gen(function* () {
      const { keep, take } = yield* Undelivered
      yield* keep({ name: "call", result })
      yield* TestClock.adjust(keptMillis)
      assert.isUndefined(yield* take("call"))
    })
  )

  it.effect("are bounded in number: the oldest goes first", () =>
    Effect.gen(function* () {
      const { keep, take } = yield* Undelivered
      for (let index = 0; index <= 200; index++) yield* keep({ name: `call ${index}`, result })
      assert.isUndefined(yield* take("call 0"))
      assert.strictEqual(yield* take("call 1"), result)
    })
  )
})

it("belong to one caller, tool and set of arguments, in any order", () => {
  const name = nameOf(caller, "get_user", { a: 1, b: ["x"] })
  assert.strictEqual(nameOf(caller, "get_user", { b: ["x"], a: 1 }), name)
  assert.notStrictEqual(nameOf(caller, "get_live_users", { a: 1, b: ["x"] }), name)
  assert.notStrictEqual(nameOf(caller, "get_user", { a: 1, b: ["y"] }), name)
  assert.notStrictEqual(nameOf({ ...caller, keyId: KeyId.make("key_2") }, "get_user", { a: 1, b: ["x"] }), name)
  assert.notStrictEqual(nameOf({ ...caller, keyId: null, application: "a" }, "get_user", { a: 1, b: ["x"] }), name)
})
