/**
 * The package of the server: a program with all that it reads while it runs, so that Node alone runs it, also without a
 * registry. Files keep their places below the root of the repository: from there, the modules find them.
 */
import { cp, glob, mkdir, readFile } from "node:fs/promises"
import { findPackageJSON } from "node:module"
import { basename, dirname, extname, isAbsolute, join, relative } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { type Plugin, rolldown } from "rolldown"
import { failOnWarning } from "./FailOnWarning.ts"
import { entriesOf, type SourceManifest } from "./Manifest.ts"
import { type ThirdParty, thirdPartiesOf } from "./ThirdParties.ts"

const repository = fileURLToPath(new URL("../..", import.meta.url))

export const isServer = ({ name }: SourceManifest): boolean => name === "@heddle/server"

/** Started as threads and processes. */
const programs = [
  "apps/server/src/database/pglite/NewFolderProgram.ts",
  "apps/server/src/database/pglite/PgliteWorker.ts",
  "packages/receiver/examples/node.ts"
]

const files = [
  "apps/server/src/**/*.{css,js,sql,svg}",
  "apps/portal/src/ui/*.css",
  "apps/portal/dist",
  "apps/rule-sync/README.md",
  "docs/**/*.md",
  "packages/*/README.md",
  "packages/receiver/docs/*.md"
]

/**
 * Stay packages. The database finds its WebAssembly beside its modules, and a bundler cannot know the names of a CommonJS
 * module that another re-exports.
 */
export const bundled = ["@electric-sql/pglite", "@electric-sql/pglite-pgvector", "undici"]

/** What only bundlers, debuggers and CommonJS read of the database. */
const leftOut = /\.(?:map|cjs|d\.c?ts)$/

const nameOf = (path: string): string => basename(path, extname(path))

const programOrUrl = /new URL\("([^"]+\.ts)", import\.meta\.url\)|import\.meta\.url/g

const keepPlaces: Plugin = {
  name: "keep-places",
  transform: (code, id) =>
    code.includes("import.meta.url") && isAbsolute(id)
      ? code.replaceAll(programOrUrl, (whole, path: string | undefined) => {
          const isStarted = path !== undefined && programs.includes(relative(repository, join(dirname(id), path)))
          if (isStarted) return `new URL("./${nameOf(path)}.js", import.meta.url)`
          const url = `new URL(${JSON.stringify(`../${relative(repository, id)}`)}, import.meta.url).href`
          return whole.replace("import.meta.url", url)
        })
      : undefined
}

const copy = async (from: string, to: string): Promise<void> => {
  await mkdir(dirname(to), { recursive: true })
  await cp(from, to, { recursive: true, filter: (source) => !leftOut.test(source) })
}

const installed = (name: string, root: string): string => {
  const found = findPackageJSON(name, pathToFileURL(join(root, "package.json")))
  if (found === undefined) throw new Error(`${name} is not installed.`)
  return found
}

/** The packages in the portal, as its build lists them. */
const ofPortal = async (out: string): Promise<ReadonlyArray<string>> => {
  const listed: ReadonlyArray<{ readonly name: string }> = JSON.parse(
    await readFile(join(out, "apps/portal/dist/licenses.json"), "utf8")
  )
  return listed.map(({ name }) => installed(name, join(repository, "apps/portal")))
}

/** The portal has been built. */
export async function writeServer(
  root: string,
  manifest: SourceManifest,
  out: string
): Promise<ReadonlyArray<ThirdParty>> {
  const started = programs.map((path) => [nameOf(path), join(repository, path)])
  const bundle = await rolldown({
    cwd: root,
    input: { ...entriesOf(manifest), ...Object.fromEntries(started) },
    platform: "node",
    external: bundled,
    // A dependency names functions with it.
    checks: { eval: false },
    onLog: failOnWarning,
    plugins: [keepPlaces]
  })
  const { output } = await bundle.write({
    dir: join(out, "lib"),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    comments: { legal: true, annotation: false, jsdoc: false }
  })
  await bundle.close()
  const kept = bundled.map((name) => [name, installed(name, root)] as const)
  for (const [name, path] of kept) await copy(dirname(path), join(out, "node_modules", name))
  for await (const path of glob(files, { cwd: repository })) await copy(join(repository, path), join(out, path))
  const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []))
  return thirdPartiesOf([...modules, ...kept.map(([, path]) => path), ...(await ofPortal(out))])
}
