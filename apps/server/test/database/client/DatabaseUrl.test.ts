import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { parseDatabaseUrl } from "../../../src/database/client/DatabaseUrl.ts"

const parse = (url: string) => parseDatabaseUrl("DATABASE_URL", Redacted.make(url))

describe("DATABASE_URL", () => {
  it.effect("has one host or several, and no secret in what is logged", () =>
    Effect.gen(function* () {
      const hostsOf = Effect.fnUntraced(function* (url: string) {
        const { location, hosts } = yield* parse(url)
        assert.notInclude(location, "secret")
        return [location, ...hosts.map(({ name, port, url }) => [name, port, Redacted.value(url)])]
      })
      assert.deepStrictEqual(yield* hostsOf("postgresql://me:secret@one/heddle"), [
        "one/heddle",
        ["one", 5432, "postgresql://me:secret@one/heddle"]
      ])
      assert.deepStrictEqual(
        yield* hostsOf("postgres://me:se,cret%40@one:1,two,[::1]:3/heddle?target_session_attrs=read-write"),
        [
          "one:1,two,[::1]:3/heddle",
          ["one", 1, "postgres://me:se,cret%40@one:1/heddle?target_session_attrs=read-write"],
          ["two", 5432, "postgres://me:se,cret%40@two/heddle?target_session_attrs=read-write"],
          ["::1", 3, "postgres://me:se,cret%40@[::1]:3/heddle?target_session_attrs=read-write"]
        ]
      )
    })
  )

  it.effect("is refused where no host would take writes", () =>
    Effect.gen(function* () {
      for (const wanted of ["read-only", "standby", "prefer-standby"]) {
        const { message } = yield* Effect.flip(parse(`postgresql://one,two/heddle?target_session_attrs=${wanted}`))
        assert.include(message, `but not ${wanted}`)
      }
    })
  )
})
