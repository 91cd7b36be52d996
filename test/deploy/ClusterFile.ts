/** `deploy/cluster`: its compose file, read as Compose reads it, and what a service gets from it. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { ownCheckout } from "../support/HeddleProcess.ts"

export const clusterFolder = join(ownCheckout, "deploy/cluster")

export interface Service {
  readonly image?: string
  readonly user?: string
  readonly command?: ReadonlyArray<string>
  readonly entrypoint?: ReadonlyArray<string>
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: ReadonlyArray<string>
  readonly volumes?: ReadonlyArray<string>
  readonly ports?: ReadonlyArray<string>
  readonly tmpfs?: ReadonlyArray<string>
  readonly depends_on?: ReadonlyArray<string> | Readonly<Record<string, unknown>>
  readonly mem_limit?: string
  readonly read_only?: boolean
  readonly stop_grace_period?: string
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: { readonly default: { readonly ipam: { readonly config: ReadonlyArray<{ subnet: string }> } } }
}

export const cluster: ComposeFile = parse(readFileSync(join(clusterFolder, "compose.yaml"), "utf8"), { merge: true })

export const serviceOf = (name: string): Service => {
  const service = cluster.services[name]
  if (service === undefined) throw new Error(`There is no service ${name}`)
  return service
}

/** The services that run Heddle, with their roles. */
export const nodes: ReadonlyArray<readonly [name: string, roles: ReadonlyArray<string>]> = Object.entries(
  cluster.services
).flatMap(([name, { environment }]) => {
  const roles = environment?.["HEDDLE_ROLES"]
  return roles === undefined ? [] : [[name, roles.split(",")] as const]
})

/** `${NAME:-default}` and `${NAME:?message}`, as far as Compose has them. */
const interpolated = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, rest?: string) => {
    const value = variables[name]
    if (value !== undefined) return value
    if (kind === "-") return rest ?? ""
    throw new Error(`${name} is not set: ${rest}`)
  })

/** What a container of the service has in its environment, with its secrets in another folder. */
export const environmentOf = (
  name: string,
  variables: Readonly<Record<string, string>>,
  secretsFolder: string
): Readonly<Record<string, string>> => {
  const { environment = {}, secrets = [] } = serviceOf(name)
  return Object.fromEntries(
    Object.entries(environment).map(([key, text]) => {
      const value = interpolated(text, variables)
      const mounted = secrets.find((secret) => value === `/run/secrets/${secret}`)
      if (mounted === undefined) return [key, value]
      const file = cluster.secrets[mounted]?.file
      if (file === undefined) throw new Error(`The secret ${mounted} has no file`)
      return [key, join(secretsFolder, file)]
    })
  )
}
