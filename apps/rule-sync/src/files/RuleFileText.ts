/** The text of a rule file, from what the API has. */
import { defaultLanguage } from "@heddle/api"
import { stringify } from "yaml"
import type { Actual } from "../plan/Actual.ts"
import { type RuleContent, ruleInput } from "../plan/RuleContent.ts"
import { fileVersion } from "./Shape.ts"

/** Without what the file need not say. */
const fieldsOf = (content: RuleContent) => {
  const { language, ...fields } = ruleInput(content)
  return language === defaultLanguage ? fields : { ...fields, language }
}

/** Endpoints and rules in the order of the API. `plan` finds no difference. */
export const ruleFileText = (actual: Actual): string =>
  stringify(
    {
      version: fileVersion,
      endpoints: actual.map(({ url, rules }) => ({ url, rules: rules.map(({ content }) => fieldsOf(content)) }))
    },
    // A folded keyword is hard to read and to search for.
    { lineWidth: 0 }
  )
