/** `deploy/kubernetes`: pods that a strict cluster admits, whose settings a server accepts. `Schemas` checks the fields. */
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Option, Redacted } from "effect"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { allRoles } from "../../apps/server/src/runtime/Background.ts"
import { Settings } from "../../apps/server/src/runtime/Settings.ts"
import { ownCheckout } from "../support/HeddleProcess.ts"
import { deployments, kustomization, manifests } from "./Manifests.ts"

const secretFolder = "/run/secrets/heddle/"

/** The settings of a pod, whose secrets are in another folder. */
const settingsOf = (name: string, folder: string) => {
  const own = deployments.get(name)?.containers[0]?.env.map(({ name, value }) => `${name}=${value}`) ?? []
  const literals = [...kustomization.configMapGenerator.flatMap(({ literals }) => literals), ...own]
  const env = Object.fromEntries(
    literals.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)])
  )
  for (const [key, path] of Object.entries(env)) {
    if (!path.startsWith(secretFolder)) continue
    env[key] = join(folder, path.slice(secretFolder.length))
    writeFileSync(env[key], `the ${path.slice(secretFolder.length)}\n`)
  }
  return Settings.useSync((settings) => settings).pipe(
    Effect.provide(Settings.layer),
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )
}

describe("deploy/kubernetes", () => {
  it("pods are no root, write nowhere but into temporary volumes, and get no variables of services", () => {
    assert.sameMembers([...deployments.keys()], ["api", "worker"])
    for (const {
      enableServiceLinks,
      automountServiceAccountToken,
      securityContext,
      containers
    } of deployments.values()) {
      assert.isFalse(enableServiceLinks)
      assert.isFalse(automountServiceAccountToken)
      const user = /^USER (\d+):(\d+)$/m.exec(readFileSync(join(ownCheckout, "Dockerfile"), "utf8"))
      assert.deepStrictEqual(securityContext, {
        runAsNonRoot: true,
        runAsUser: Number(user?.[1]),
        runAsGroup: Number(user?.[2]),
        fsGroup: Number(user?.[2]),
        seccompProfile: { type: "RuntimeDefault" }
      })
      for (const container of containers) {
        assert.deepStrictEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] }
        })
      }
    }
  })

  it("the image has the version of this release, and the probes ask the operator port", () => {
    const { version } = JSON.parse(readFileSync(join(ownCheckout, "apps/server/package.json"), "utf8"))
    assert.deepStrictEqual(
      kustomization.images.map(({ name, newTag }) => [name, newTag]),
      [["heddle", version]]
    )
    for (const { containers } of deployments.values()) {
      assert.deepStrictEqual(containers[0]?.readinessProbe.httpGet, { path: "/readyz", port: "operator" })
      assert.deepStrictEqual(containers[0]?.livenessProbe.httpGet, { path: "/healthz", port: "operator" })
    }
    assert.sameMembers(
      manifests.map(({ kind }) => kind),
      ["Deployment", "Deployment", "Service", "PodDisruptionBudget", "NetworkPolicy", "Ingress"]
    )
  })

  it.effect("a server accepts the settings, has all roles in one of the pods, and drains before it is killed", () =>
    Effect.gen(function* () {
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-kubernetes-"))),
        (path) => Effect.sync(() => rmSync(path, { recursive: true }))
      )
      const roles: Array<string> = []
      for (const [name, { terminationGracePeriodSeconds }] of deployments) {
        const settings = yield* settingsOf(name, folder)
        roles.push(...settings.roles)
        // A stop takes 50 s at most.
        assert.isAtLeast(terminationGracePeriodSeconds, Duration.toSeconds(settings.drainTime) + 50)
        assert.deepStrictEqual(Option.map(settings.databaseUrl, Redacted.value), Option.some("the database_url"))
        assert.isTrue(Option.isSome(settings.encryptionKeys) && Option.isSome(settings.operatorToken))
      }
      assert.sameMembers(roles, [...allRoles])
    })
  )
})
