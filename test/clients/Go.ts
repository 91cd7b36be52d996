import { spawnSync } from "node:child_process"
import { Optional } from "../support/Optional.ts"

/** The command `go`. */
export const go = new Optional({
  thing: "GO",
  name: "the command go",
  remedy: "install Go 1.19 or later",
  find: () => (spawnSync("go", ["version"]).status === 0 ? "go" : undefined)
})
