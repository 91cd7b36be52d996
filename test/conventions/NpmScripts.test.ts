/** npm passes signals to the shell that runs a script; `exec` makes the program take the shell's place. */
import { expect, it } from "vitest"
import { read } from "./TestSources.ts"

it("scripts that serve replace their shell, so that a signal to npm reaches the server", () => {
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"))
  for (const name of ["start", "heddle", "rules"]) expect(scripts[name]).toMatch(/^exec node /)
})
