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

const charged = { accountId: caller.accountId, result }

layer(Undelivered.layer)((it) => {
  it.effect("are given once", () =>
    Effect.gen(function* () {
      const { keep, take } = yield* Undelivered
      yield* keep({ ...charged, name: "call" })
      assert.isUndefined(yield* take("other"))
      assert.strictEqual(yield* take("call"), result)
      assert.isUndefined(yield* take("call"))
    })
  )

  it.effect("are kept for two minutes", () =>
    Effect.gen(function* () {
      const { keep, take } = yield* Undelivered
      yield* keep({ ...charged, name: "call" })
      yield* TestClock.adjust(keptMillis)
      assert.isUndefined(yield* take("call"))
    })
  )

  it.effect("are bounded in number: the oldest goes first", () =>
    Effect.gen(function* () {
      const { keep, take } = yield* Undelivered
      const keepOf = (account: string, name: string) => keep({ accountId: AccountId.make(account), name, result })
      yield* keepOf("acct_2", "of another")
      for (let index = 0; index <= 20; index++) yield* keepOf("acct_1", `call ${index}`)
      assert.isUndefined(yield* take("call 0"), "the oldest of its account")
      assert.strictEqual(yield* take("of another"), result)
      for (let index = 0; index < 199; index++) yield* keepOf(`acct_x${index}`, `x ${index}`)
      assert.isUndefined(yield* take("call 1"), "the oldest of all")
      assert.strictEqual(yield* take("x 198"), result)
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
