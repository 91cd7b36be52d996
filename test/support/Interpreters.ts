/** Languages in which customers verify webhooks. */
import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
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
/** With the library that reads JSON. */
export const javaCommand = new Optional({
  thing: "JAVA",
  name: "the commands java and javac, and Jackson",
  remedy: "install openjdk-17-jdk-headless and libjackson2-databind-java",
  find: () => {
    const jars = ["annotations", "core", "databind"].map((part) => `/usr/share/java/jackson-${part}.jar`)
    return jars.every((jar) => existsSync(jar)) && spawnSync("javac", ["-version"]).status === 0
      ? { javac: "javac", java: "java", jackson: jars.join(":") }
      : undefined
  }
})
export const phpCommand = command("PHP", "php", "--version")
export const rubyCommand = command("RUBY", "ruby", "--version")

/** The standard output of a script that Python runs. */
export const python = pythonCommand.map((program) => (script: string): string => {
  const { status, stdout, stderr } = spawnSync(program, ["-X", "utf8", "-"], { input: script })
  if (status !== 0) throw new Error(stderr.toString())
  return stdout.toString()
})
