/**
 * Checks the OpenAPI document of the contract with Redocly's strict rule set and further rules. Needs no network and no
 * server. `npm run check:reference`.
 */
import { Api } from "@heddle/api"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { OpenApi } from "effect/http-api"

const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    "no-invalid-media-type-examples": "error",
    "no-invalid-parameter-examples": "error",
    "no-invalid-schema-examples": "error",
    "operation-description": "error",
    "operation-singular-tag": "error",
    "operation-tag-defined": "error",
    "parameter-description": "error",
    "path-parameters-defined": "error",
    "tag-description": "error",
    "no-path-trailing-slash": "error",
    "no-required-schema-properties-undefined": "error",
    "no-schema-type-mismatch": "error"
  }
})

const problems = await lintFromString({ source: JSON.stringify(OpenApi.fromApi(Api)), config })

for (const { ruleId, message, severity, location } of problems) {
  process.stderr.write(`${severity} ${ruleId} at ${location.map(({ pointer }) => pointer).join(", ")}: ${message}\n`)
}
process.stdout.write(`The OpenAPI document: ${problems.length} problems.\n`)
process.exitCode = problems.length === 0 ? 0 : 1
