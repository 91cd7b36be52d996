/**
 * Writes the page of the settings, and checks the OpenAPI document of the contract with Redocly's strict rule set and
 * further rules. Needs no network and no server. `--check` fails instead of writing.
 */
import { Api } from "@heddle/api"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { OpenApi } from "effect/http-api"
import { readFileSync, writeFileSync } from "node:fs"
import { faultsOfMeanings, settingsPage } from "./SettingsPage.ts"

const pagePath = "docs/operations/settings.md"
const page = new URL(`../../${pagePath}`, import.meta.url)

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
const faults = [
  ...faultsOfMeanings,
  ...problems.map(({ ruleId, message, severity, location }) => {
    const pointers = location.map(({ pointer }) => pointer).join(", ")
    return `${severity} ${ruleId} at ${pointers}: ${message}`
  })
]

if (!process.argv.includes("--check")) writeFileSync(page, settingsPage)
else if (readFileSync(page, "utf8") !== settingsPage)
  faults.push(`${pagePath} is out of date; run \`npm run reference\``)

for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`The settings' page and the OpenAPI document: ${faults.length} faults.\n`)
process.exitCode = faults.length === 0 ? 0 : 1
