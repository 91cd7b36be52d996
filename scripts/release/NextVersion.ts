/** `npm run release:version`: raises the version of all packages by the changesets, which become a section of the changelog. */
import { readChangesets } from "@changesets/read"
import { execFileSync } from "node:child_process"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { root } from "./Artifacts.ts"
import { backByStart, sectionsOf, withSection } from "./Changelog.ts"

interface Changeset {
  readonly summary: string
  readonly releases: ReadonlyArray<{ readonly type: string }>
}

const titles = { major: "Changed", minor: "Added", patch: "Fixed" }

/** Each changeset is under the title of the largest change that it makes. */
export const textOf = (changesets: ReadonlyArray<Changeset>): string => {
  const types = Object.keys(titles)
  const ranked = changesets.map(({ summary, releases }) => ({
    summary: summary.startsWith("- ") ? summary : `- ${summary}`,
    rank: Math.min(...releases.map(({ type }) => types.indexOf(type)).filter((rank) => rank >= 0))
  }))
  return Object.values(titles)
    .map((title, rank) => [title, ranked.filter((one) => one.rank === rank).map(({ summary }) => summary)] as const)
    .filter(([, summaries]) => summaries.length > 0)
    .map(([title, summaries]) => `### ${title}\n\n${summaries.join("\n")}`)
    .join("\n\n")
}

const npm = (...args: ReadonlyArray<string>) => execFileSync("npm", args, { cwd: root, stdio: "inherit" })

/** Returns why there is none, if there is none. */
export async function makeNextVersion(): Promise<ReadonlyArray<string>> {
  const page = join(root, "docs/changelog.md")
  const changelog = await readFile(page, "utf8")
  const [newest] = sectionsOf(changelog)
  if (newest?.commit === undefined) {
    return [`The heading of ${newest?.version} in docs/changelog.md names no commit: release it first`]
  }
  const text = textOf(await readChangesets(root))
  if (text === "") return ["There is no changeset: npm run changeset writes one"]
  npm("run", "--silent", "changeset", "--", "version")
  const { version } = JSON.parse(await readFile(join(root, "packages/api/package.json"), "utf8"))
  const today = new Date().toISOString().slice(0, "YYYY-MM-DD".length)
  await writeFile(
    page,
    withSection(changelog, `## ${version} · ${today}\n\n${text}\n\n${backByStart(newest.version)}\n`)
  )
  npm("install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund")
  npm("run", "--silent", "generate", "-w", "packages/client")
  process.stdout.write(`${version}: read git diff, improve the section in docs/changelog.md, and commit.\n`)
  return []
}
