import { spawnSync } from "node:child_process"
import { Optional } from "./Optional.ts"

/** The standard output of a script that Python runs. */
export const python = new Optional({
  thing: "PYTHON",
  name: "the command python3",
  remedy: "install Python 3",
  find: () =>
    spawnSync("python3", ["--version"]).status === 0
      ? (script: string): string => {
          const { status, stdout, stderr } = spawnSync("python3", ["-X", "utf8", "-"], { input: script })
          if (status !== 0) throw new Error(stderr.toString())
          return stdout.toString()
        }
      : undefined
})
