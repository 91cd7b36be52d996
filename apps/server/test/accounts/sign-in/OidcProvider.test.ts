import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { oidcProvider } from "../../../src/accounts/sign-in/OidcProvider.ts"
import { Settings } from "../../../src/runtime/Settings.ts"

const all = {
  HEDDLE_OIDC_ISSUER: "https://login.example.com/acme",
  HEDDLE_OIDC_CLIENT_ID: "heddle",
  HEDDLE_OIDC_CLIENT_SECRET: "secret"
}

const providerWith = (settings: Readonly<Record<string, string>>) =>
  oidcProvider.pipe(
    Effect.provide(Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))))
  )

describe("the settings of the OpenID provider", () => {
  it.effect("are three or none", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* providerWith({}))
      assert.strictEqual((yield* providerWith(all))?.name, "login.example.com")
      assert.strictEqual((yield* providerWith({ ...all, HEDDLE_OIDC_NAME: "Acme" }))?.name, "Acme")
      for (const missing of Object.keys(all)) {
        const some = Object.fromEntries(Object.entries(all).filter(([name]) => name !== missing))
        assert.include(String(yield* Effect.flip(providerWith(some))), "or none of them")
      }
      assert.include(String(yield* Effect.flip(providerWith({ HEDDLE_OIDC_NAME: "Acme" }))), "or none of them")
      assert.include(
        String(yield* Effect.flip(providerWith({ ...all, HEDDLE_OIDC_ISSUER: "login.example.com" }))),
        "HEDDLE_OIDC_ISSUER"
      )
    })
  )
})
