/** Languages in which customers verify webhooks. */
import { spawnSync } from "node:child_process"
import { Optional } from "./Optional.ts"
import type { OptionalThing } from "./TestSettings.ts"

const command = (thing: OptionalThing, name: string, version: string) =>
  new Optional({
    thing,
    name: `the command ${name}`,
    remedy: `install ${name}`,
    find: () => (spawnSync(name, [version]).status === 0 ? name : undefined)
  })

export const pythonCommand = command("PYTHON", "python3", "--version")
export const goCommand = command("GO", "go", "version")
export const phpCommand = command("PHP", "php", "--version")
export const rubyCommand = command("RUBY", "ruby", "--version")

/** The standard output of a script that Python runs. */
export const python = pythonCommand.map((program) => (script: string): string => {
  const { status, stdout, stderr } = spawnSync(program, ["-X", "utf8", "-"], { input: script })
  if (status !== 0) throw new Error(stderr.toString())
  return stdout.toString()
})
