/** The package.json that is published, made from the one of the sources. */
import { readFile } from "node:fs/promises"

/** A path, or paths by condition, as in `exports` and `imports`. */
export type Target = string | { readonly [condition: string]: Target }

type Targets = Readonly<Record<string, Target>>

export interface SourceManifest {
  readonly name: string
  readonly exports?: Targets
  readonly imports?: Targets
  readonly bin?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const isTarget = (value: unknown): value is Target =>
  typeof value === "string" || (typeof value === "object" && value !== null && Object.values(value).every(isTarget))

const isTargets = (value: unknown): boolean => value === undefined || (typeof value === "object" && isTarget(value))

const isManifest = (value: unknown): value is SourceManifest =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  ["exports", "imports", "bin", "dependencies"].every((field) => isTargets(Reflect.get(value, field)))

export async function readManifest(path: URL): Promise<SourceManifest> {
  const manifest: unknown = JSON.parse(await readFile(path, "utf8"))
  if (isManifest(manifest)) return manifest
  throw new Error(`${path.pathname} needs a name, and paths in exports, imports and bin.`)
}

const withoutExtension = (source: string): string => {
  const [, module] = /^\.\/(?:src|bin)\/(.+)\.(?:ts|mjs)$/.exec(source) ?? []
  if (module === undefined) throw new Error(`${source} is published but is no ./src/….ts and no ./bin/….mjs.`)
  return module
}

const leaves = (target: Target): ReadonlyArray<string> =>
  typeof target === "string" ? [target] : Object.values(target).flatMap(leaves)

/** Nothing can be imported from it: it only has commands. */
export const isProgram = ({ exports, bin }: SourceManifest): boolean => exports === undefined && bin !== undefined

/** The sources of every module that the outside can name, by their names. */
export const entriesOf = ({ exports = {}, imports = {}, bin = {} }: SourceManifest) =>
  Object.fromEntries(
    [...leaves(exports), ...leaves(imports), ...leaves(bin)].map((source) => [withoutExtension(source), source])
  )

/** The module behind one entry, `.` or `./node`, without its extension. */
export function entryOf({ exports = {} }: SourceManifest, name: string): string {
  const [source] = leaves(exports[name] ?? {})
  if (source === undefined) throw new Error(`There is no entry ${name}.`)
  return withoutExtension(source)
}

const mapValues = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const builtFile = (source: string): string => `./lib/${withoutExtension(source)}.js`

/** `default` and not `import`: Node 20.19 and later can `require` an ES module. */
const published = (target: Target): Target =>
  typeof target === "string"
    ? { types: `./lib/${withoutExtension(target)}.d.ts`, default: builtFile(target) }
    : mapValues(target, published)

const ofSourcesOnly = new Set(["private", "scripts", "devDependencies"])

/** Of the dependencies of a program, only the `bundled` ones are left: they are in the package as they are. */
export function publishedManifest(manifest: SourceManifest, bundled: ReadonlyArray<string>) {
  const { exports, imports, bin, dependencies = {}, ...rest } = manifest
  const left = isProgram(manifest)
    ? Object.entries(dependencies).filter(([name]) => bundled.includes(name))
    : Object.entries(dependencies)
  const kept = Object.fromEntries(Object.entries(rest).filter(([field]) => !ofSourcesOnly.has(field)))
  return {
    ...kept,
    ...(left.length === 0 ? {} : { dependencies: Object.fromEntries(left) }),
    ...(bundled.length === 0 ? {} : { bundleDependencies: bundled }),
    ...(exports === undefined
      ? {}
      : { exports: { ...mapValues(exports, published), "./package.json": "./package.json" } }),
    ...(imports === undefined ? {} : { imports: mapValues(imports, published) }),
    ...(bin === undefined ? {} : { bin: mapValues(bin, builtFile) })
  }
}
