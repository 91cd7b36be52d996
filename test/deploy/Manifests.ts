/** The manifests of `deploy/kubernetes`, as kustomize reads them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { ownCheckout } from "../support/HeddleProcess.ts"

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

interface Pod {
  readonly enableServiceLinks: boolean
  readonly automountServiceAccountToken: boolean
  readonly terminationGracePeriodSeconds: number
  readonly securityContext: object
  readonly containers: ReadonlyArray<{
    readonly env: ReadonlyArray<{ readonly name: string; readonly value: string }>
    readonly livenessProbe: Probe
    readonly readinessProbe: Probe
    readonly securityContext: object
  }>
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: { readonly template: { readonly spec: Pod } }
}

interface Kustomization {
  readonly resources: ReadonlyArray<string>
  readonly images: ReadonlyArray<{ readonly name: string; readonly newTag: string }>
  readonly configMapGenerator: ReadonlyArray<{ readonly name: string; readonly literals: ReadonlyArray<string> }>
}

const read = (name: string) =>
  parse(readFileSync(join(ownCheckout, "deploy/kubernetes", name), "utf8"), { merge: true })

export const kustomization: Kustomization = read("kustomization.yaml")

export const manifests: ReadonlyArray<Manifest> = kustomization.resources.flatMap((name) => {
  const content = read(name)
  return content.kind === "List" ? content.items : [content]
})

/** The pods of the Deployments, by name. */
export const deployments: ReadonlyMap<string, Pod> = new Map(
  manifests.filter(({ kind }) => kind === "Deployment").map(({ metadata, spec }) => [metadata.name, spec.template.spec])
)
