/** The sections of docs/changelog.md, one a release: `## 1.21.0 · 2026-11-23`, and then the commit once it is released. */
const heading = /^## (?<version>\d+\.\d+\.\d+) · \d{4}-\d{2}-\d{2}(?: · `(?<commit>[0-9a-f]{7,40})`)?$/gm

export interface Section {
  readonly version: string
  /** The commit that was released. */
  readonly commit: string | undefined
  /** Below the heading. */
  readonly text: string
}

/** The newest first. */
export const sectionsOf = (changelog: string): ReadonlyArray<Section> =>
  Array.from(changelog.matchAll(heading), ({ 0: line, index, groups = {} }) => {
    const rest = changelog.slice(index + line.length)
    const [text = ""] = rest.split(/^## /m)
    return { version: groups["version"] ?? "", commit: groups["commit"], text: text.trim() }
  })

export const withCommit = (changelog: string, version: string, commit: string): string =>
  changelog.replaceAll(heading, (line, found: string) => (found === version ? `${line} · \`${commit}\`` : line))

export const withSection = (changelog: string, section: string): string =>
  changelog.replace(/^## /m, (begin) => `${section}\n${begin}`)

/** How an operator goes back to the release before, which `test/faults/Upgrade` tries. */
export const backByStart = (version: string): string => `Going back: start ${version} again.`
const goingBack = /^Going back: (?<way>start|restore) /m

export const saysHowToGoBack = ({ text }: Section): boolean => goingBack.test(text)

/** The release before does not start with the database of this one. */
export const isBackByRestore = ({ text }: Section): boolean => goingBack.exec(text)?.groups?.["way"] === "restore"

/** Links of a section lead to pages of the repository, which its readers elsewhere do not have beside it. */
export const notesOf = ({ version, text }: Section): string =>
  `# Heddle ${version}\n\n${text.replaceAll(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, "$1")}\n`
