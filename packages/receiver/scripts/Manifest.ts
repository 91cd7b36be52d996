/** The package.json that is published, made from the one of the sources. */
import { readFile } from "node:fs/promises"

/** A path, or paths by condition, as in `exports` and `imports`. */
export type Target = string | { readonly [condition: string]: Target }

export interface SourceManifest {
  readonly name: string
  readonly exports: Readonly<Record<string, Target>>
  readonly imports: Readonly<Record<string, Target>>
  readonly bin?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

const isTarget = (value: unknown): value is Target =>
  typeof value === "string" || (typeof value === "object" && value !== null && Object.values(value).every(isTarget))

const isTargets = (value: unknown): value is Readonly<Record<string, Target>> =>
  typeof value === "object" && isTarget(value)

const isManifest = (value: unknown): value is SourceManifest =>
  typeof value === "object" &&
  value !== null &&
  "name" in value &&
  typeof value.name === "string" &&
  "exports" in value &&
  isTargets(value.exports) &&
  "imports" in value &&
  isTargets(value.imports)

export async function readManifest(path: URL): Promise<SourceManifest> {
  const manifest: unknown = JSON.parse(await readFile(path, "utf8"))
  if (isManifest(manifest)) return manifest
  throw new Error(`${path.pathname} needs name, exports and imports.`)
}

const withoutExtension = (source: string): string => {
  const [, module] = /^\.\/src\/(.+)\.ts$/.exec(source) ?? []
  if (module === undefined) throw new Error(`${source} is published but is no ./src/….ts.`)
  return module
}

const leaves = (target: Target): ReadonlyArray<string> =>
  typeof target === "string" ? [target] : Object.values(target).flatMap(leaves)

/** Every module that the outside can name. */
export const entriesOf = ({ exports, imports, bin = {} }: SourceManifest): ReadonlyArray<string> => [
  ...new Set([...leaves(exports), ...leaves(imports), ...leaves(bin)].map(withoutExtension))
]

/** The module behind one entry, `.` or `./node`, without its extension. */
export function entryOf(exports: SourceManifest["exports"], name: string): string {
  const [source] = leaves(exports[name] ?? {})
  if (source === undefined) throw new Error(`There is no entry ${name}.`)
  return withoutExtension(source)
}

const asModule = (source: string) => {
  const path = `./esm/${withoutExtension(source)}`
  return { types: `${path}.d.ts`, default: `${path}.js` }
}
const asCommon = (source: string) => {
  const path = `./cjs/${withoutExtension(source)}`
  return { types: `${path}.d.cts`, default: `${path}.cjs` }
}

const published = (target: Target): Target =>
  typeof target === "string" ? { import: asModule(target), require: asCommon(target) } : mapValues(target, published)

const mapValues = <A, B>(record: Readonly<Record<string, A>>, change: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const ofSourcesOnly = new Set(["private", "scripts", "devDependencies"])

/** TypeScript with `moduleResolution: node10` does not read `exports`. */
const typesVersions = (exports: SourceManifest["exports"]) => ({
  "*": Object.fromEntries(
    Object.entries(exports).flatMap(([name, target]) =>
      name !== "." && typeof target === "string" ? [[name.slice(2), [asCommon(target).types]]] : []
    )
  )
})

export function publishedManifest(manifest: SourceManifest) {
  const { exports, imports, bin, ...rest } = manifest
  const kept = Object.fromEntries(Object.entries(rest).filter(([field]) => !ofSourcesOnly.has(field)))
  const main = typeof exports["."] === "string" ? asCommon(exports["."]) : undefined
  return {
    ...kept,
    ...(main === undefined ? {} : { main: main.default, types: main.types }),
    exports: { ...mapValues(exports, published), "./package.json": "./package.json" },
    typesVersions: typesVersions(exports),
    imports: mapValues(imports, published),
    ...(bin === undefined ? {} : { bin: mapValues(bin, (source) => asModule(source).default) })
  }
}
