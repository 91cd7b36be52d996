/** The sources of all tests, and what they import. */
import { globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"

export const root = join(import.meta.dirname, "../..")

const isOurs = (path: string) => !path.includes("/.")

/** Paths from the root of the repository. */
export const testSources: ReadonlyArray<string> = globSync(["{apps,packages}/*/test/**/*.ts", "test/**/*.ts"], {
  cwd: root,
  exclude: ["**/node_modules/**"]
})
  .filter(isOurs)
  .toSorted()

export const read = (path: string): string => readFileSync(join(root, path), "utf8")

const importing =
  /^(?:import|export)\s(?!type\b)[^"';]*?\sfrom\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/gm

/** What a file imports at run time: a path from the root for a file, the name for a package. */
export const importsOf = (path: string): ReadonlyArray<string> =>
  Array.from(read(path).matchAll(importing), ([, from, alone, dynamic]) => from ?? alone ?? dynamic ?? "").map(
    (target) => (target.startsWith(".") ? normalize(join(dirname(path), target)) : target)
  )

const sources = new Set(testSources)

/** Each import, direct or through other test sources, with the file that has it. */
export const reached = (path: string, isOpen: (through: string) => boolean): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const target of importsOf(next)) {
      if (found.has(target)) continue
      found.set(target, next)
      if (sources.has(target) && isOpen(target)) waiting.push(target)
    }
  }
  return found
}
