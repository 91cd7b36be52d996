/**
 * Makes the picture of the rooms and the lists in `docs/architecture.md` from the code, and checks what the
 * page and the linter's rules say. `--check` changes nothing and fails when the committed files are not the code's.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import { readSources, type SourceFile, unresolved } from "./Imports.ts"
import { faultsOfLintRules } from "./LintRules.ts"
import { faultsOfPage, withLists } from "./Page.ts"
import { pictureOf } from "./Picture.ts"
import { circlesOfFiles, circlesOfRooms, houseOf } from "./Rooms.ts"
import { tablesOfMigrations } from "./Tables.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const pagePath = "docs/architecture.md"
const picturePath = "docs/architecture.svg"

const packages = [
  "packages/api/src",
  "packages/forecast/src",
  "packages/receiver/src",
  "packages/receiver-cli/src",
  "packages/text/src"
]
const sources = readSources(root, [
  "apps/server/src",
  "apps/rule-sync/src",
  "apps/portal/src",
  "apps/portal/build",
  ...packages
])
const house = houseOf(sources)

const read = (path: string): string => readFileSync(join(root, path), "utf8")

const readIfThere = (path: string): string | undefined => {
  try {
    return read(path)
  } catch {
    return undefined
  }
}

const sizes = (what: string, files: ReadonlyArray<SourceFile>): string => {
  const sorted = files.toSorted((a, b) => a.lines - b.lines)
  const [middle, largest] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  return `${what}: ${files.length} files, median ${middle?.lines ?? 0} lines, largest ${largest?.lines ?? 0} (${largest?.path ?? ""})`
}

/** Files and folders, from the root of the repository. */
const paths = readdirSync(root).flatMap((name) =>
  ["apps", "packages", "test", "scripts"].includes(name)
    ? readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((path) => posix.join(name, path))
    : [name]
)

const tables = tablesOfMigrations(join(root, "apps/server/src/database/migrations"))
const page = read(pagePath)
const made = new Map([
  [picturePath, pictureOf(house)],
  [pagePath, withLists(page, house, tables) ?? ""]
])

const faults = [
  ...unresolved(sources),
  ...circlesOfFiles(sources),
  ...circlesOfRooms(house),
  ...faultsOfLintRules(JSON.parse(read(".oxlintrc.json")), house),
  ...faultsOfPage(page, house, tables, paths),
  ...(made.get(pagePath) === "" ? [`${pagePath} has no place for the imports or the tables`] : [])
]

const write = (line: string): void => void process.stdout.write(`${line}\n`)

if (process.argv.includes("--check")) {
  for (const [path, text] of made) {
    if (readIfThere(path) !== text) faults.push(`${path} does not show the code as it is; run \`npm run architecture\``)
  }
} else {
  for (const [path, text] of made) if (text !== "") writeFileSync(join(root, path), text)
}

write(
  sizes(
    "apps/server/src",
    sources.filter(({ path }) => path.startsWith("apps/server/"))
  )
)
write(sizes("All sources", sources))
for (const [room, targets] of house.arrows) {
  write(`${room}: ${[...targets].map(([target, count]) => `${target} ${count}`).join(", ")}`)
}
for (const fault of faults) write(`FAULT ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1
