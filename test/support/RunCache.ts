/** What test runs keep for later ones. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

export const cacheFolder = join(import.meta.dirname, "../../node_modules/.cache/heddle-test")

const fileOf = (name: string): string => join(cacheFolder, `${name}.json`)

export const keep = (name: string, value: unknown): void => {
  mkdirSync(cacheFolder, { recursive: true })
  writeFileSync(fileOf(name), `${JSON.stringify(value, undefined, 2)}\n`)
}

/** Undefined when no run kept it. */
export const kept = (name: string) => {
  try {
    return JSON.parse(readFileSync(fileOf(name), "utf8"))
  } catch {
    return undefined
  }
}
