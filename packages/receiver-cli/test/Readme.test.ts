import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { runHere } from "./support/RunHere.ts"

const packageFile = (path: string) => readFile(new URL(`../${path}`, import.meta.url), "utf8")
const page = await packageFile("README.md")
const section = (name: string) => page.split(/^## /m).find((part) => part.startsWith(name)) ?? ""
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name)

describe("README.md", () => {
  it.each(["listen", "verify", "send"])("names only options of %s that its --help lists", async (command) => {
    const { out, code } = await runHere([command, "--help"])
    const helped = namesIn(out, /^ {2}(--[a-z-]+) /gm)
    const documented = namesIn(section(command), /(?<![\w-])(--[a-z][a-z-]+)/g)
    expect([code, documented.filter((option) => !helped.includes(option))]).toEqual([0, []])
    expect(documented.length).toBeGreaterThan(1)
  })

  it("lists every cause and clue that verify can name", async () => {
    const sources = ["Causes", "Diagnosis", "VerifySaved"]
    const code = (await Promise.all(sources.map((name) => packageFile(`src/verify/${name}.ts`)))).join("\n")
    const ids = new Set(namesIn(code, /(?:id: |^ {2})"?((?:body|header|secret|too)_[a-z_]+)\b/gm))
    const documented = new Set(namesIn(section("verify"), /`((?:body|header|secret|too)_[a-z_]+)`/g))
    expect([...ids].filter((id) => id !== undefined && !documented.has(id))).toEqual([])
    expect([...documented].filter((id) => id !== undefined && !ids.has(id))).toEqual([])
  })
})
