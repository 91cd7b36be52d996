/** The linter's directions of imports, compared with the imports there are: whatever a module does not import is forbidden. */
import { type Modules, modulesOfServer } from "./Modules.ts"

interface Override {
  readonly files: ReadonlyArray<string>
  readonly rules?: Readonly<Record<string, unknown>>
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const isOverride = (value: unknown): value is Override => isRecord(value) && Array.isArray(value["files"])

const overridesOf = (config: unknown): ReadonlyArray<Override> =>
  isRecord(config) && Array.isArray(config["overrides"]) ? config["overrides"].filter(isOverride) : []

/** The names in `folder/{a,b}/**` or `folder/a/**`. */
const namesIn = (glob: string, folder: string): ReadonlyArray<string> =>
  glob.startsWith(folder) && glob.endsWith("/**")
    ? glob
        .slice(folder.length, -"/**".length)
        .replace(/^\{(.*)\}$/u, "$1")
        .split(",")
    : []

const groupsOf = ({ rules }: Override): ReadonlyArray<string> => {
  const rule = rules?.["no-restricted-imports"]
  const options: unknown = Array.isArray(rule) ? rule[1] : undefined
  const patterns = isRecord(options) && Array.isArray(options["patterns"]) ? options["patterns"] : []
  return patterns.flatMap((pattern: unknown) =>
    isRecord(pattern) && Array.isArray(pattern["group"]) ? pattern["group"].map(String) : []
  )
}

/** These know every module. */
const unlimited: ReadonlySet<string> = new Set(["cli", "demo"])

export const faultsOfLintRules = (config: unknown, modules: Modules): ReadonlyArray<string> => {
  const overrides = overridesOf(config)
  const ofServer = modulesOfServer(modules)
  return ofServer
    .filter((module) => !unlimited.has(module))
    .flatMap((module) => {
      // The linter takes the last override of a file only.
      const last = overrides.findLast(
        (override) =>
          groupsOf(override).length > 0 &&
          override.files.some((glob) => namesIn(glob, "apps/server/src/").includes(module))
      )
      const globs = last === undefined ? [] : groupsOf(last)
      const forbidden = new Set(globs.flatMap((glob) => (glob === "**/main.ts" ? ["main.ts"] : namesIn(glob, "**/"))))
      const imported = modules.arrows.get(module)
      return [...ofServer, "main.ts"]
        .filter((other) => other !== module && imported?.has(other) !== true && !forbidden.has(other))
        .map((other) => `.oxlintrc.json does not keep ${module} from importing ${other}, and nothing there does`)
    })
}
