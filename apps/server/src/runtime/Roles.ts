/** The roles of a process. `HEDDLE_ROLES` selects some of them; by default a process has all. */
import { Config, Schema } from "effect"
import { namesIn } from "./NameList.ts"

export const allRoles = ["api", "ingest", "rounds", "deliveries", "maintenance"] as const

export type Role = (typeof allRoles)[number]

const RoleNames = Schema.String.check(
  Schema.makeFilter((text) => {
    const names = namesIn(text)
    const unknown = names.find((name) => !allRoles.some((role) => role === name))
    if (unknown === undefined && names.length > 0) return undefined
    const found = unknown === undefined ? "names no role" : `names "${unknown}"`
    return `${found}; the roles are ${allRoles.join(", ")}, several with commas`
  })
)

/** A comma-separated list of role names. */
export const rolesSetting = (name: string) =>
  Config.schema(RoleNames, name).pipe(
    Config.map((text): ReadonlyArray<Role> => allRoles.filter((role) => namesIn(text).includes(role))),
    Config.withDefault(allRoles)
  )
