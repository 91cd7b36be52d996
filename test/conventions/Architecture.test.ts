import { assert, describe, it } from "@effect/vitest"
import { circles, type Graph, reduced } from "../../scripts/architecture/Graph.ts"
import { faultsOfLintRules } from "../../scripts/architecture/LintRules.ts"
import { faultsOfPage } from "../../scripts/architecture/Page.ts"
import type { House } from "../../scripts/architecture/Rooms.ts"

const graphOf = (arrows: Readonly<Record<string, string>>): Graph =>
  new Map(Object.entries(arrows).map(([node, targets]) => [node, new Set(targets)]))

const houseOf = (imports: Readonly<Record<string, ReadonlyArray<string>>>): House => ({
  files: new Map(Object.keys(imports).map((room) => [room, 1])),
  arrows: new Map(Object.entries(imports).map(([room, targets]) => [room, new Map(targets.map((name) => [name, 1]))]))
})

const ruleFor = (room: string, groups: ReadonlyArray<string>) => ({
  files: [`apps/server/src/${room}/**`],
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

  it("leaves out arrows that follow from others", () => {
    assert.deepStrictEqual(
      reduced(graphOf({ a: "bcd", b: "c", c: "", d: "c" })),
      graphOf({ a: "bd", b: "c", c: "", d: "c" })
    )
  })

  it("asks the linter to forbid every import between rooms that is not there", () => {
    const house = houseOf({ mail: ["runtime"], runtime: [] })
    const complete = [ruleFor("mail", ["**/main.ts"]), ruleFor("runtime", ["**/{mail}/**", "**/main.ts"])]
    assert.deepStrictEqual(faultsOfLintRules({ overrides: complete }, house), [])
    assert.lengthOf(faultsOfLintRules({ overrides: [complete[0], ruleFor("runtime", ["**/main.ts"])] }, house), 1)
    assert.lengthOf(faultsOfLintRules({ overrides: [] }, house), 3)
  })

  it("finds rooms and files that the page lacks or invents, and tables without a room", () => {
    const house = houseOf({ mail: [], runtime: [] })
    const page = "## Rooms of the server\n\n| `mail` | sends |\n| `attic` | – |\n\nSee `Smtp.ts`, `Gone.ts`."
    const tables = [
      { name: "mails", file: "mail" },
      { name: "letters", file: "post.box" }
    ]
    const faults = faultsOfPage(page, house, tables, ["apps/server/src/mail/Smtp.ts"])
    assert.deepStrictEqual(
      faults.map((fault) => fault.replace("docs/architecture.md ", "")),
      [
        "lacks the room runtime",
        "names the room attic, which does not exist",
        "the table letters is created in post.box.sql, and no room has that name",
        "names Gone.ts, which does not exist"
      ]
    )
  })
})
