/** What `npm ci` does not bring is reached in one way only, which skips a test that cannot have it and says why. */
import { describe, expect, it } from "vitest"
import { importsOf, reached, read, testSources } from "./TestSources.ts"

const runtimes = "packages/receiver/test/runtimes/"
const fetchedFolders = [...["nest/", "peers/"].map((folder) => runtimes + folder), "test/clients/programs/"]
const fetchedLists = [
  `${runtimes}package.json`,
  "test/mcp/clients/package.json",
  "test/clients/package.json",
  "test/deploy/schemas/package.json"
]
/** A package may be fetched for one test and be there for all the others. */
const installedLists = ["", "apps/portal/", "apps/server/", "packages/receiver/"].map(
  (folder) => `${folder}package.json`
)

interface Lists {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

const installed = new Set(
  installedLists.flatMap((path) => {
    const list: Lists = JSON.parse(read(path))
    return [...Object.keys(list.dependencies ?? {}), ...Object.keys(list.devDependencies ?? {})]
  })
)

const isFetched = (path: string) => fetchedFolders.some((folder) => path.startsWith(folder))

const thatMatch = (pattern: RegExp, ...exceptions: ReadonlyArray<string>) =>
  testSources.filter(
    (path) => !path.startsWith("test/conventions/") && !exceptions.includes(path) && pattern.test(read(path))
  )

describe("optional things", () => {
  it("no test skips by itself: use describeWith", () => {
    expect(thatMatch(/\.(?:skipIf|runIf|skip|todo|fails|only)\b(?!:)/)).toEqual([])
    expect(thatMatch(/\bskip\(/, "test/support/DescribeWith.ts")).toEqual([])
  })

  it("no test asks whether something is there: describeWith hands it over", () => {
    expect(thatMatch(/\.isThere\b/).filter((path) => path.endsWith(".test.ts"))).toEqual([])
  })

  it("only fetched modules import fetched packages, and nothing imports those modules directly", () => {
    const dependencies = fetchedLists.flatMap((path) => {
      const list: { readonly dependencies: Readonly<Record<string, string>> } = JSON.parse(read(path))
      return Object.keys(list.dependencies)
    })
    const fetched = dependencies.filter((name) => !installed.has(name))
    expect(fetched).toContain("next")
    const outside = testSources.filter((path) => !isFetched(path))
    const offenders = outside.filter((path) =>
      importsOf(path).some(
        (target) => isFetched(target) || fetched.some((name) => target === name || target.startsWith(`${name}/`))
      )
    )
    expect(offenders).toEqual([])
  })

  it("no test reaches a library that only benchmarks have", () => {
    const { dependencies }: Required<Pick<Lists, "dependencies">> = JSON.parse(read("test/bench/package.json"))
    const only = Object.keys(dependencies).filter((name) => !installed.has(name))
    expect(only).toContain("tiny-tfidf")
    const offenders = testSources.filter(
      (path) =>
        path.endsWith(".test.ts") &&
        [...reached(path, () => true).keys()].some((target) =>
          only.some((name) => target === name || target.startsWith(`${name}/`))
        )
    )
    expect(offenders).toEqual([])
  })

  it("only SharedData knows where data of others is", () => {
    expect(thatMatch(/shared\/(?:data|spec)/, "test/support/SharedData.ts")).toEqual([])
  })
})
