import { assert, describe, it } from "@effect/vitest"
import { circles, type Graph, reduced } from "../../scripts/architecture/Graph.ts"
import { faultsOfLintRules } from "../../scripts/architecture/LintRules.ts"
import { faultsOfPage } from "../../scripts/architecture/Page.ts"
import { circlesOf, type Modules } from "../../scripts/architecture/Modules.ts"

const graphOf = (arrows: Readonly<Record<string, string>>): Graph =>
  new Map(Object.entries(arrows).map(([node, targets]) => [node, new Set(targets)]))

const modulesOf = (imports: Readonly<Record<string, ReadonlyArray<string>>>): Modules => ({
  files: new Map(Object.keys(imports).map((module) => [module, 1])),
  arrows: new Map(
    Object.entries(imports).map(([module, targets]) => [module, new Map(targets.map((name) => [name, 1]))])
  )
})

const ruleFor = (module: string, groups: ReadonlyArray<string>) => ({
  files: [`apps/server/src/${module}/**`],
  rules: { "no-restricted-imports": ["error", { patterns: [{ group: groups }] }] }
})

describe("the check of the architecture", () => {
  it("finds circles of any length, each once", () => {
    assert.deepStrictEqual(circles(graphOf({ a: "b", b: "c", c: "a", d: "a", e: "e", f: "g", g: "f" })), [
      ["a", "b", "c"],
      ["e"],
      ["f", "g"]
    ])
    assert.deepStrictEqual(circles(graphOf({ a: "bc", b: "c", c: "" })), [])
  })

  it("finds what stands side by side in a folder and imports each other", () => {
    const file = (path: string, ...imports: ReadonlyArray<string>) => ({ path, lines: 1, imports })
    assert.deepStrictEqual(
      circlesOf([
        file("a/b/One.ts", "a/c/Two.ts"),
        file("a/c/Two.ts", "a/Base.ts"),
        file("a/c/d/Three.ts", "a/b/Four.ts")
      ]),
      [["a/b", "a/c"]]
    )
    assert.deepStrictEqual(circlesOf([file("a/All.ts", "a/b/One.ts"), file("a/b/One.ts", "a/Base.ts")]), [])
  })

  it("leaves out arrows that follow from others", () => {
    assert.deepStrictEqual(
      reduced(graphOf({ a: "bcd", b: "c", c: "", d: "c" })),
      graphOf({ a: "bd", b: "c", c: "", d: "c" })
    )
  })

  it("asks the linter to forbid every import between modules that is not there", () => {
    const modules = modulesOf({ mail: ["runtime"], runtime: [] })
    const complete = [ruleFor("mail", ["**/main.ts"]), ruleFor("runtime", ["**/{mail}/**", "**/main.ts"])]
    assert.deepStrictEqual(faultsOfLintRules({ overrides: complete }, modules), [])
    assert.lengthOf(faultsOfLintRules({ overrides: [complete[0], ruleFor("runtime", ["**/main.ts"])] }, modules), 1)
    assert.lengthOf(faultsOfLintRules({ overrides: [] }, modules), 3)
  })

  it("finds modules and files that the page lacks or invents, and tables without a module", () => {
    const modules = modulesOf({ mail: [], runtime: [] })
    const page = "## Modules of the server\n\n| `mail` | sends |\n| `attic` | – |\n\nSee `Smtp.ts`, `Gone.ts`."
    const tables = [
      { name: "mails", file: "mail" },
      { name: "letters", file: "post.box" }
    ]
    const faults = faultsOfPage(page, modules, tables, ["apps/server/src/mail/Smtp.ts"])
    assert.deepStrictEqual(
      faults.map((fault) => fault.replace("docs/architecture.md ", "")),
      [
        ...["picture", "tables"].map((part) => `has no place for the ${part}`),
        "lacks the module runtime",
        "names the module attic, which does not exist",
        "the table letters is created in post.box.sql, and no module has that name",
        "names Gone.ts, which does not exist"
      ]
    )
  })
})
