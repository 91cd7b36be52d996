/** The commands of `heddle accounts` as typed: effects, output and errors. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { ApiKeys } from "../../src/accounts/keys/ApiKeys.ts"
import { accountCommands } from "../../src/cli/accounts.ts"
import { newId } from "../../src/runtime/Ids.ts"
import { commandServices, typed } from "../support/CommandLine.ts"

const { command, run, json } = typed(accountCommands)

const newAccount = Effect.gen(function* () {
  const { id } = yield* json("create", "--email", `${yield* newId("acct")}@example.com`)
  return String(id)
})

onAnyDatabaseWith("heddle accounts", { services: commandServices }, (it) => {
  it.effect("shows who changed what, when asked to", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      yield* run("grant", "--account", account, "--credits", "50")
      const { id } = yield* json("key", "--account", account, "--name", "shop")
      assert.notInclude(yield* run("show", "--account", account), "key.created")
      const text = yield* run("show", "--account", account, "--audit")
      assert.match(text, new RegExp(`key\\.created +operator +${String(id)}`))
      const { audit } = yield* json("show", "--account", account, "--audit")
      assert.deepInclude(audit[1], { action: "credits.granted", actor_kind: "operator" })
    })
  )

  it.effect("makes, shows, renames, limits, rotates and deletes keys", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeys
      const account = yield* newAccount
      yield* run("grant", "--account", account, "--plan", "standard", "--credits", "50")
      const made = yield* json(
        "key",
        "--account",
        account,
        "--name",
        "shop",
        "--expires-in",
        "90d",
        "--credit-limit",
        "40"
      )
      assert.deepStrictEqual(Object.keys(made), ["id", "name", "key"])
      const one = ["--account", account, "--key", String(made.id)]
      assert.deepInclude(yield* json("rename-key", ...one, "--name", "Laden"), {
        name: "Laden",
        status: "active",
        expires_at: "1970-04-01T00:00:00.000Z",
        credit_limit: 40
      })
      assert.deepInclude(yield* json("limit-key", ...one, "--expires-at", "1971-01-01T08:00:00+08:00"), {
        expires_at: "1971-01-01T00:00:00.000Z",
        credit_limit: 40
      })
      const shown = yield* run("show", "--account", account)
      for (const part of ["Plan standard until 1970-02-01", "50 credits to spend, 0 held", "Laden", "0 of 40"]) {
        assert.include(shown, part)
      }
      assert.strictEqual(
        yield* run("limit-key", ...one, "--expires-at", "never", "--credit-limit", "none"),
        `Key ${made.id} expires never and can spend any number of credits a month.`
      )
      const rotated = yield* json("rotate-key", ...one)
      assert.deepStrictEqual([rotated.name, rotated.id === made.id], ["Laden", false])
      assert.isTrue(Option.isSome(yield* keys.authenticate(String(rotated.key))))
      assert.deepStrictEqual(yield* json("delete-key", "--account", account, "--key", String(rotated.id)), {
        id: rotated.id,
        deleted: true
      })
      assert.deepStrictEqual(yield* keys.authenticate(String(rotated.key)), Option.none())
      const listed = yield* json("keys", "--account", account)
      assert.deepStrictEqual(
        Array.from(listed, (key) => [Object(key).id, Object(key).status]),
        [
          [rotated.id, "revoked"],
          [made.id, "revoked"]
        ]
      )
      const table = (yield* run("keys", "--account", account)).split("\n")
      assert.lengthOf(table, 3)
      assert.match(table[0] ?? "", /^KEY +NAME +BEGINS +ENDS +STATUS +LAST USED +EXPIRES +SPENT THIS MONTH$/)
      for (const text of [...table, shown]) assert.notInclude(text, String(rotated.key).slice(8, -4))
    })
  )

  it.effect("grants and sets notices", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const granted = yield* json("grant", "--account", account, "--plan", "standard", "--credits", "50")
      assert.deepInclude(granted, { kind: "plan", credits: 50 })
      assert.match(granted.id, /^grant_/)
      const notices = yield* json("notices", "--account", account, "--below", "25%")
      assert.deepStrictEqual(notices, { id: account, enabled: true, below_credits: null, below_percent: 25 })
    })
  )

  it.effect("lists accounts a page at a time and says where the next begins", () =>
    Effect.gen(function* () {
      const after = yield* newAccount
      const ids = [yield* newAccount, yield* newAccount, yield* newAccount]
      const first = yield* run("list", "--after", after, "--limit", "2")
      assert.include(first, `There may be more: --after ${ids[1]}`)
      const rest = yield* json("list", "--after", ids[1] ?? "", "--limit", "2")
      assert.deepStrictEqual(
        Array.from(rest, (account) => Object(account).id),
        [ids[2]]
      )
      const keyless = yield* run("keys", "--account", ids[0] ?? "")
      assert.strictEqual(keyless, "The account has no keys.")
    })
  )

  it.effect("invalid commands fail with a message that says what to give", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const make = ["key", "--account", account, "--name", "x"]
      const time = "give an RFC 3339 time with an offset, such as 2027-01-31T00:00:00Z, or never."
      const limit = "give a whole number from 1 to 1,000,000,000, or none."
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
        [[...make, "--expires-in", "soon"], "--expires-in soon: give a number and m, h, d or w, such as 90d"],
        [[...make, "--expires-in", "0d"], "--expires-in 0d: give a number"],
        [[...make, "--expires-in", "99999999w"], "at most 36500d"],
        [[...make, "--expires-at", "tomorrow"], `--expires-at tomorrow: ${time}`],
        [[...make, "--expires-at", "1960-01-01T00:00:00Z"], "expires_at: must be in the future"],
        [[...make, "--expires-at", "never", "--expires-in", "1d"], "Give --expires-in or --expires-at, not both."],
        [[...make, "--credit-limit", "0"], `--credit-limit 0: ${limit}`],
        [[...make, "--credit-limit", "1e3"], `--credit-limit 1e3: ${limit}`],
        [
          ["limit-key", "--account", account, "--key", "key_none"],
          "Give --credit-limit, --expires-in or --expires-at."
        ],
        [["delete-key", "--account", account, "--key", "key_none"], `Account ${account} has no key key_none`],
        [["show", "--account", "acct_none"], "There is no account acct_none."],
        [["key", "--account", "acct_none", "--name", "x"], "There is no account acct_none."],
        [["grant", "--account", account], "Give --plan, --credits, or both."],
        [["notices", "--account", account, "--below", "0"], "--below takes credits"],
        [["list", "--limit", "0"], "--limit 0: give 1 to 1000."]
      ]
      for (const [args, detail] of cases) {
        const refused = yield* Effect.flip(command(args))
        assert.include(refused.message, detail, args.join(" "))
      }
    })
  )
})
