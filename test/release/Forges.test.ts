/** The files of the forges: they call what there is, and run the code of others only as it was looked at. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { parse } from "yaml"
import { read, root } from "../conventions/TestSources.ts"

interface Step {
  readonly uses?: string
  readonly run?: string
}

const github: { readonly jobs: Readonly<Record<string, { readonly steps: ReadonlyArray<Step> }>> } = parse(
  read(".github/workflows/ci.yml")
)
const gitlab = parse(read(".gitlab-ci.yml"))
const { scripts } = JSON.parse(read("package.json"))

const steps = Object.values(github.jobs).flatMap((job) => job.steps)
const commands = [...steps.flatMap(({ run = [] }) => run), ...gitlab.ci.script, ...gitlab.release.script]

it.each(["ci", "release"])("each runs the same in its job %s", (job) => {
  const own = new Set(github.jobs[job]?.steps.flatMap(({ run = [] }) => run).filter((run) => !run.startsWith("gh ")))
  expect([...own]).toEqual(gitlab[job].script)
})

it("their commands exist", () => {
  const unknown = commands.filter((command) => {
    const [, script] = /^npm run (\S+)$/.exec(command) ?? []
    return script === undefined
      ? !/^(?:npm ci$|gh )/.test(command) && !existsSync(join(root, command))
      : !scripts[script]
  })
  expect(unknown).toEqual([])
})

it("actions are named by their commit", () => {
  const used = steps.flatMap(({ uses = [] }) => uses)
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([])
})

it("no other folder takes the place of the one that GitHub, Forgejo and Gitea share", () => {
  expect([".forgejo", ".gitea"].filter((folder) => existsSync(join(root, folder)))).toEqual([])
})
