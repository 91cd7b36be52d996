/** What a plan was made from and what it does, as digests: `apply` of a plan file does exactly that plan, or nothing. */
import { createHash } from "node:crypto"
import type { Plan } from "./Plan.ts"
import { ruleKey, urlKey } from "./RuleContent.ts"
import { ruleSteps } from "./Steps.ts"

export interface Digests {
  /** The endpoints and rules of the files. */
  readonly files: string
  /** The rules of these endpoints at the API. */
  readonly api: string
  readonly steps: string
}

const digest = (lists: ReadonlyArray<ReadonlyArray<string>>): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        lists.map((list) => list.toSorted()).toSorted((left, right) => (left.join() < right.join() ? -1 : 1))
      )
    )
    .digest("hex")

export const digestsOf = ({ endpoints }: Plan): Digests => ({
  files: digest(
    endpoints.map(({ url, creates, replacements, unchanged, waiting }) => [
      urlKey(url),
      ...[
        ...creates,
        ...replacements.map(({ after }) => after),
        ...unchanged.map(({ desired }) => desired),
        ...waiting.map(({ rule }) => rule)
      ].map(({ content, handover, sendExisting }) => `${handover} ${sendExisting} ${ruleKey(content)}`)
    ])
  ),
  api: digest(
    endpoints.map(({ id, deletes, replacements, unchanged }) => [
      id ?? "",
      ...[...deletes, ...replacements.map(({ before }) => before), ...unchanged.map(({ actual }) => actual)].map(
        ({ id: ruleId, content }) => `${ruleId} ${ruleKey(content)}`
      )
    ])
  ),
  steps: digest(
    endpoints.map((endpoint) => [
      urlKey(endpoint.url),
      ...ruleSteps(endpoint).map((step) =>
        step.kind === "create"
          ? `create ${ruleKey(step.rule.content)} ${step.before?.rule.id ?? ""}`
          : `delete ${step.rule.id}`
      )
    ])
  )
})
