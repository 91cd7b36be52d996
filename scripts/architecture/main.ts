/**
 * Writes the picture of the modules and the table of tables in `docs/architecture.md` from the code, checks what the page and the
 * linter's rules say, and prints the size of the repository. `--check` fails instead of writing.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, posix } from "node:path"
import { fileURLToPath } from "node:url"
import { readSources, unresolved } from "./Imports.ts"
import { faultsOfLintRules } from "./LintRules.ts"
import { faultsOfPage, faultsOfReadme, withParts } from "./Page.ts"
import { measuresOf } from "./Measures.ts"
import { circlesOf, faultsOfCircles, modulesOf } from "./Modules.ts"
import { tablesOfMigrations } from "./Tables.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const pagePath = "docs/architecture.md"

const packages = [
  "packages/api/src",
  "packages/client/src",
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
const modules = modulesOf(sources)
const circles = circlesOf(sources)

const read = (path: string): string => readFileSync(join(root, path), "utf8")

/** Files and folders, from the root of the repository. */
const paths = readdirSync(root).flatMap((name) =>
  ["apps", "packages", "test", "scripts"].includes(name)
    ? readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((path) => posix.join(name, path))
    : [name]
)

const page = read(pagePath)
const tables = tablesOfMigrations(join(root, "apps/server/src/database/migrations"))
const made = withParts(page, modules, tables)

const faults = [
  ...unresolved(sources),
  ...faultsOfCircles(circles),
  ...faultsOfLintRules(JSON.parse(read(".oxlintrc.json")), modules),
  ...faultsOfPage(page, modules, tables, paths),
  ...paths
    .filter((path) => path === "AGENTS.md" || (path.endsWith("/README.md") && !path.includes("node_modules/")))
    .flatMap((path) => faultsOfReadme(path, read(path), paths))
]

if (made !== page) {
  if (process.argv.includes("--check")) {
    faults.push(`${pagePath} does not show the code as it is; run \`npm run architecture\``)
  } else {
    writeFileSync(join(root, pagePath), made)
  }
}

const write = (line: string): void => void process.stdout.write(`${line}\n`)

for (const line of measuresOf(root, sources, circles)) write(line)
for (const fault of faults) write(`FAULT ${fault}`)
process.exitCode = faults.length === 0 ? 0 : 1
