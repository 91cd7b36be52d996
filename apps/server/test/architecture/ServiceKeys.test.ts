/** Requests are served without the server's services, which `withoutServices` tells from references by their keys. */
import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"

const src = new URL("../../src/", import.meta.url)

const prefixes = { Service: "@heddle/server/", Reference: "@heddle/reference/" } as const

/** `Context.Service<…>()("key"` and `Context.Reference<…>("key"`. */
const keysOf = (text: string, kind: keyof typeof prefixes): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`\\bContext\\.${kind}<[^]*?"(@heddle/[^"]+)"`, "g"))].map(([, key = ""]) => key)

it("keys say what is a service and what is a reference", () => {
  const texts = globSync("**/*.ts", { cwd: src }).map((path) => readFileSync(new URL(path, src), "utf8"))
  for (const kind of ["Service", "Reference"] as const) {
    const keys = texts.flatMap((text) => keysOf(text, kind))
    const declared = texts.flatMap((text) => [...text.matchAll(new RegExp(`\\bContext\\.${kind}<`, "g"))])
    assert.strictEqual(keys.length, declared.length, `all keys of each Context.${kind} are read`)
    assert.deepStrictEqual(
      keys.filter((key) => !key.startsWith(prefixes[kind])),
      []
    )
  }
})
