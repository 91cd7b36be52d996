import { expect, it } from "vitest"
import { notesOf, sectionsOf, withCommit, withSection } from "../../scripts/release/Changelog.ts"
import { faultsOf, type State } from "../../scripts/release/Faults.ts"
import { textOf } from "../../scripts/release/NextVersion.ts"
import { read } from "../conventions/TestSources.ts"

const commit = "0123456789abcdef0123456789abcdef01234567"
const other = "f".repeat(40)

const changelog = `# Changelog

There is one live version.

## 1.22.0 · 2026-12-01

### Added

- Searches read [all words](concepts.md#keywords).

Going back: start 1.21.0 again.

## 1.21.0 · 2026-11-23 · \`fedcba987654\`

The first release.

## Earlier releases

None.
`

const ready: State = {
  commit,
  changes: [],
  tagged: undefined,
  versions: { "packages/api/package.json": "1.22.0", "packages/client/package.json": "1.22.0" },
  sections: sectionsOf(changelog),
  changesets: []
}

it("a clean commit whose version has a section can be released, tagged or not", () => {
  expect(faultsOf(ready)).toEqual([])
  expect(faultsOf({ ...ready, tagged: commit })).toEqual([])
})

it.each<[string, Partial<State>, string]>([
  ["changes that are not committed", { changes: ["apps/server/src/main.ts"] }, "apps/server/src/main.ts"],
  ["changesets without a version", { changesets: ["quick-search.md"] }, "quick-search.md"],
  ["several versions", { versions: { ...ready.versions, python: "1.21.0" } }, "1.22.0, 1.21.0"],
  ["a version without a section", { versions: { api: "1.23.0" } }, '"## 1.23.0 · DATE"'],
  [
    "a section without a way back",
    { sections: sectionsOf(changelog.replace(/Going back.*/, "")) },
    "Going back: start"
  ],
  ["an empty section", { sections: sectionsOf(changelog.replace(/### Added[^]*?(?=## 1.21)/, "")) }, "what changed"],
  [
    "the version of an earlier release",
    { sections: sectionsOf(withCommit(changelog, "1.22.0", "abcdef012345")) },
    "abcdef012345"
  ],
  ["the tag of another commit", { tagged: other }, other],
  [
    "an earlier release without its commit",
    { sections: sectionsOf(changelog.replace(" · `fedcba987654`", "")) },
    "1.21.0"
  ]
])("not with %s", (_name, change, named) => {
  expect(faultsOf({ ...ready, ...change })).toEqual([expect.stringContaining(named)])
})

it("the commit of a release stands in its heading, from which it can be read again", () => {
  const written = withCommit(changelog, "1.22.0", commit.slice(0, 12))
  expect(sectionsOf(written).map((section) => [section.version, section.commit])).toEqual([
    ["1.22.0", "0123456789ab"],
    ["1.21.0", "fedcba987654"]
  ])
  expect(faultsOf({ ...ready, sections: sectionsOf(written) })).toEqual([])
})

it("changesets become the newest section, with the largest changes first", () => {
  const text = textOf([
    { summary: "A lost answer never costs twice.", releases: [{ type: "patch" }] },
    { summary: "- Rules match Thai posts.\n- Their form says so.", releases: [{ type: "patch" }, { type: "minor" }] }
  ])
  const [newest, before] = sectionsOf(withSection(changelog, `## 1.23.0 · 2026-12-24\n\n${text}\n`))
  expect(newest?.text).toBe(
    "### Added\n\n- Rules match Thai posts.\n- Their form says so.\n\n### Fixed\n\n- A lost answer never costs twice."
  )
  expect(before).toEqual(ready.sections[0])
})

it("the notes are the section, without links to pages that their readers do not have", () => {
  const [section] = ready.sections
  expect(section && notesOf(section)).toBe(
    "# Heddle 1.22.0\n\n### Added\n\n- Searches read all words.\n\nGoing back: start 1.21.0 again.\n"
  )
})

it("the changelog of the repository begins with the version that all packages have", () => {
  const [newest] = sectionsOf(read("docs/changelog.md"))
  expect(newest?.version).toBe(JSON.parse(read("packages/api/package.json")).version)
})
