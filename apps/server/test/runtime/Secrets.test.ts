/** The ring of encryption keys: what any of its keys made opens and verifies, and nothing else does. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, FileSystem, Layer } from "effect"
import fc from "fast-check"
import { contentOfToken, isParametersMac, parametersMac, Secrets, signedToken } from "../../src/runtime/Secrets.ts"
import { forEveryCase } from "../support/Property.ts"

const keyOf = (fill: number) => new Uint8Array(32).fill(fill)
const textOf = (fill: number) => Buffer.from(keyOf(fill)).toString("base64")

const secretsOf = (...[first = 0, ...others]: ReadonlyArray<number>) =>
  Secrets.use(Effect.succeed).pipe(Effect.provide(Secrets.layerFromKeys(keyOf(first), ...others.map(keyOf))))

const given = (env: Readonly<Record<string, string>>) =>
  Secrets.use(Effect.succeed).pipe(
    Effect.provide(Secrets.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env }))))),
    Effect.provide(NodeServices.layer)
  )

const rings = fc.uniqueArray(fc.nat(255), { minLength: 2, maxLength: 6 })

it.effect("opens and verifies what any of its keys made, and nothing of another key", () =>
  forEveryCase(fc.record({ ring: rings, text: fc.string(), at: fc.nat() }), 100, ({ ring, text, at }) =>
    Effect.gen(function* () {
      const maker = ring[at % ring.length] ?? 0
      const [made, all, without] = [
        yield* secretsOf(maker),
        yield* secretsOf(...ring),
        yield* secretsOf(...ring.filter((key) => key !== maker))
      ]
      const [sealed, token, mac] = [made.seal(text), signedToken(made, text), parametersMac(made, { text })]
      assert.strictEqual(yield* all.open(sealed), text)
      assert.strictEqual(contentOfToken(all, token), text)
      assert.isTrue(isParametersMac(all, { text }, mac))
      assert.include(all.keysFor("test"), made.keysFor("test")[0])
      assert.isTrue(Exit.isFailure(yield* Effect.exit(without.open(sealed))))
      assert.isUndefined(contentOfToken(without, token))
      assert.isFalse(isParametersMac(without, { text }, mac))
      const altered = sealed.with(at % sealed.length, (sealed[at % sealed.length] ?? 0) ^ 1)
      assert.isTrue(Exit.isFailure(yield* Effect.exit(all.open(altered))))
    })
  )
)

it.effect("seals, signs and derives with the first", () =>
  Effect.gen(function* () {
    const [first, both] = [yield* secretsOf(1), yield* secretsOf(1, 2)]
    assert.strictEqual(yield* first.open(both.seal("text")), "text")
    assert.strictEqual(both.mac("text"), first.mac("text"))
    assert.strictEqual(both.keysFor("test")[0], first.keysFor("test")[0])
    assert.strictEqual(both.keyIds[0], first.keyIds[0])
    assert.notInclude(textOf(1), both.keyIds[0])
  })
)

it.effect("comes from a list, else from one key, else from the lines of a file that is made once", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const idsOf = (...keys: ReadonlyArray<number>) => Effect.map(secretsOf(...keys), ({ keyIds }) => keyIds)
      const idsGiven = (env: Readonly<Record<string, string>>) =>
        Effect.map(given({ HEDDLE_DATA_DIR: folder, ...env }), ({ keyIds }) => keyIds)
      const list = `${textOf(1)}, ${textOf(2)}`
      const one = textOf(3)
      assert.deepStrictEqual(yield* idsGiven({ HEDDLE_ENCRYPTION_KEYS: list }), yield* idsOf(1, 2))
      assert.deepStrictEqual(
        yield* idsGiven({ HEDDLE_ENCRYPTION_KEYS: list, HEDDLE_ENCRYPTION_KEY: one }),
        yield* idsOf(1, 2)
      )
      assert.deepStrictEqual(yield* idsGiven({ HEDDLE_ENCRYPTION_KEY: `${one}\n` }), yield* idsOf(3))
      const made = yield* idsGiven({})
      assert.deepStrictEqual(yield* idsGiven({}), made)
      const file = `${folder}/encryption.key`
      yield* files.writeFileString(file, `${yield* files.readFileString(file)}${textOf(4)}\n`)
      assert.deepStrictEqual(yield* idsGiven({}), [...made, ...(yield* idsOf(4))])
    })
  ).pipe(Effect.provide(NodeServices.layer))
)

it.effect("refuses what is no key, and a key that is there twice", () =>
  Effect.gen(function* () {
    const refused = (env: Readonly<Record<string, string>>) =>
      Effect.map(Effect.flip(given(env)), (error) => String(error))
    for (const text of ["x", textOf(1).slice(4), `${textOf(1)},x`, `${textOf(1)},${textOf(1)}`, ","]) {
      assert.include(yield* refused({ HEDDLE_ENCRYPTION_KEYS: text }), "HEDDLE_ENCRYPTION_KEYS must contain keys")
    }
    const two = `${textOf(1)},${textOf(2)}`
    assert.include(yield* refused({ HEDDLE_ENCRYPTION_KEY: two }), "HEDDLE_ENCRYPTION_KEY must contain one key")
  })
)
