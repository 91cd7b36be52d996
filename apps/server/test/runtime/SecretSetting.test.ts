/** A secret comes from its variable or from the file that `NAME_FILE` names, never from both. */
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Equal, Option, Redacted } from "effect"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { failureText } from "../../src/cli/FailureText.ts"
import { describeSettings, isSecret, Settings } from "../../src/runtime/Settings.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-secrets-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const given = (env: Readonly<Record<string, string>>) =>
  Settings.useSync((settings) => settings).pipe(
    Effect.provide(Settings.layer),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env: { ...env } }))
  )

const refusal = (env: Readonly<Record<string, string>>) => Effect.flatMap(Effect.flip(given(env)), failureText)

it.effect("every secret can be in a file, and nothing else", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "secret")
    writeFileSync(file, "\tfrom a file \r\n")
    const names = describeSettings(yield* given({})).map(([name]) => name)
    const secrets = names.filter(isSecret)
    assert.includeMembers(secrets, ["DATABASE_URL", "HEDDLE_ENCRYPTION_KEYS", "HEDDLE_OPERATOR_TOKEN"])
    for (const name of secrets) {
      const [fromFile, direct] = [{ [`${name}_FILE`]: file }, { [name]: "from a file" }]
      assert.isTrue(Equal.equals(yield* given(fromFile), yield* given(direct)), name)
      assert.isFalse(Equal.equals(yield* given(fromFile), yield* given({ [name]: "another" })), name)
      assert.strictEqual(new Map(describeSettings(yield* given(fromFile))).get(name), "(set)")
    }
    assert.include(yield* refusal({ HEDDLE_PORT_FILE: file }), "Unknown setting: HEDDLE_PORT_FILE")
  })
)

it.effect("several addresses or keys can be in one file", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "secret")
    writeFileSync(file, "postgresql://one/heddle, postgresql://two/heddle\n")
    const { queryDatabaseUrls } = yield* given({ HEDDLE_QUERY_DATABASE_URL_FILE: file })
    assert.deepStrictEqual(queryDatabaseUrls.map(Redacted.value), [
      "postgresql://one/heddle",
      "postgresql://two/heddle"
    ])
  })
)

it.effect("a file that is missing, no file or empty fails the start and is named", () =>
  Effect.gen(function* () {
    const path = yield* folder
    const empty = join(path, "empty")
    writeFileSync(empty, " \n")
    for (const [file, reason] of [
      [join(path, "missing"), "cannot be read (ENOENT: no such file or directory)"],
      [path, "cannot be read (EISDIR: illegal operation on a directory)"],
      [empty, "is empty"]
    ] as const) {
      assert.strictEqual(
        yield* refusal({ HEDDLE_SMTP_URL_FILE: file }),
        `The setting HEDDLE_SMTP_URL_FILE cannot be used: the file ${file} ${reason}.`
      )
    }
  })
)

it.effect("a secret that is set twice fails the start, and an empty variable does not count", () =>
  Effect.gen(function* () {
    const file = join(yield* folder, "secret")
    writeFileSync(file, "postgresql://one/heddle")
    const both = { DATABASE_URL: "postgresql://two/heddle", DATABASE_URL_FILE: file }
    assert.strictEqual(yield* refusal(both), "DATABASE_URL and DATABASE_URL_FILE are both set. Unset one of them.")
    const { databaseUrl } = yield* given({ ...both, DATABASE_URL: "" })
    assert.deepStrictEqual(Option.map(databaseUrl, Redacted.value), Option.some("postgresql://one/heddle"))
    const { smtpUrl } = yield* given({ HEDDLE_SMTP_URL_FILE: "" })
    assert.isTrue(Option.isNone(smtpUrl))
  })
)
