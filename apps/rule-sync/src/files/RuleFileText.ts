/** The text of a rule file, from what the API has. */
import { defaultLanguage } from "@heddle/api"
import { stringify } from "yaml"
import type { Actual, ActualRule } from "../plan/Actual.ts"
import { ruleInput } from "../plan/RuleContent.ts"
import { fileVersion } from "./Shape.ts"

/** Without what the file need not say. */
const fieldsOf = ({ content, sendExisting }: ActualRule) => {
  const { language, ...fields } = ruleInput(content)
  return {
    ...fields,
    ...(language === defaultLanguage ? {} : { language }),
    ...(sendExisting === undefined ? {} : { sendExisting })
  }
}

/** Text that is not a variable must not look like one. */
const literal = (url: string): string => url.replaceAll("${", "$${")

/** Endpoints and rules in the order of the API. `plan` finds no difference. `file`: its name says whether it is JSON. */
export const ruleFileText = (file: string, actual: Actual): string => {
  const content = {
    version: fileVersion,
    endpoints: actual.map(({ url, rules }) => ({
      url: literal(url),
      rules: rules.map(fieldsOf)
    }))
  }
  // A folded keyword is hard to read and to search for.
  return file.endsWith(".json") ? `${JSON.stringify(content, null, 2)}\n` : stringify(content, { lineWidth: 0 })
}

export const exampleText = `version: ${fileVersion}
endpoints:
  - url: https://example.com/hooks/heddle # receives the events; \${NAME} stands for an environment variable
    rules:
      - name: brand # only for people
        keyword: 台積電
        likeCount: 50
        language: zh-Hant
      - name: what everybody reads
        lookbackHours: 24 # no keyword: a trending rule
        likeCount: 1000
`
