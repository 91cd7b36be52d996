/** How large the repository is, in the figures by which it is kept small. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { SourceFile } from "./Imports.ts"

/** Below this many lines, a file with one importer usually belongs to its importer. */
const shortLines = 25

const isSource = (path: string): boolean => /^(?:apps|packages)\/[^/]+\/src\//u.test(path)
const isTest = (path: string): boolean =>
  /^(?:(?:apps|packages)\/[^/]+\/)?test\/.*\.(?:tsx?|mjs|js)$/u.test(path) && !path.startsWith("test/bench/")
/** The description and the texts of tests are data. */
const isDocument = (path: string): boolean =>
  path.endsWith(".md") && path !== "apps/server/test/spec/description.md" && path !== "docs/changelog.md"

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const count = (value: number): string => value.toLocaleString("en")
const percent = (part: number, whole: number): string => `${Math.round((part / whole) * 100)} %`

/** Lines to print; the circles are those of `circlesOf`. */
export const measuresOf = (
  root: string,
  files: ReadonlyArray<SourceFile>,
  circles: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const sources = files.filter(({ path }) => isSource(path))
  const lines = sources.map((file) => file.lines).toSorted((a, b) => a - b)
  const importers = new Map<string, number>()
  for (const { imports } of files) for (const path of imports) importers.set(path, (importers.get(path) ?? 0) + 1)
  const tracked = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).trim().split("\n")
  const sum = (paths: ReadonlyArray<string>, measure: (text: string) => number): number =>
    paths.reduce((total, path) => total + measure(readFileSync(join(root, path), "utf8")), 0)
  const tests = tracked.filter(isTest)
  const documents = tracked.filter(isDocument)
  return [
    `source files                 ${count(sources.length)}`,
    `lines of source              ${count(lines.reduce((total, size) => total + size, 0))}`,
    `lines of a file              median ${quantile(lines, 0.5)}, 90th percentile ${quantile(lines, 0.9)}, largest ${lines.at(-1) ?? 0}`,
    `files under ${shortLines} lines         ${percent(lines.filter((size) => size < shortLines).length, lines.length)}`,
    `files with one importer      ${percent(sources.filter(({ path }) => importers.get(path) === 1).length, sources.length)}`,
    `circles of files or folders  ${circles.length}`,
    `words of documents           ${count(sum(documents, (text) => text.split(/\s+/u).length))} in ${documents.length} files`,
    `lines of tests               ${count(sum(tests, (text) => text.split("\n").length - 1))} in ${tests.length} files`
  ]
}
