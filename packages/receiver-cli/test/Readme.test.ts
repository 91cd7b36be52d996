import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { runHere } from "./support/RunHere.ts"

const packageFile = (path: string) => readFile(new URL(`../${path}`, import.meta.url), "utf8")
const page = await packageFile("README.md")
const section = (name: string) => page.split(/^## /m).find((part) => part.startsWith(name)) ?? ""
const optionsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, option]) => option).toSorted()

describe("README.md", () => {
  it.each(["listen", "verify", "send"])("lists the options of %s, and --help the same", async (command) => {
    const { out, code } = await runHere([command, "--help"])
    const helped = optionsIn(out, /^ {2}(--(?!secret)[a-z-]+)(?: |$)/gm)
    const documented = optionsIn(section(command), /^\| `(--[a-z-]+)/gm)
    expect([code, documented]).toEqual([0, helped])
    expect(documented.length).toBeGreaterThan(4)
  })

  it("lists every cause and clue that verify can name", async () => {
    const sources = ["Causes", "Clues", "Diagnosis", "VerifyReport"]
    const code = (await Promise.all(sources.map((name) => packageFile(`src/verify/${name}.ts`)))).join("\n")
    const ids = new Set(optionsIn(code, /(?:id: |^ {2})"?((?:body|header|secret|too)_[a-z_]+)\b/gm))
    const documented = new Set(optionsIn(section("verify"), /`([a-z]+_[a-z0-9_]+)`/g))
    expect([...ids].filter((id) => id !== undefined && !documented.has(id))).toEqual([])
    expect([...documented].filter((id) => id !== undefined && !ids.has(id))).toEqual([])
  })
})
