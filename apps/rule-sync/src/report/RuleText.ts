/** A rule as one line of text. Free text is quoted, so that control characters never reach a terminal. */
import type { DesiredRule } from "../plan/Desired.ts"
import type { RuleContent } from "../plan/RuleContent.ts"

const threshold = (name: string, value: number | null) => (value === null ? [] : [`${name} >= ${value}`])

export const ruleText = (rule: RuleContent): string =>
  [
    rule.keyword === null ? `trending over ${rule.lookbackHours} h` : `keyword ${JSON.stringify(rule.keyword)}`,
    ...threshold("likes", rule.likeCount),
    ...threshold("replies", rule.replyCount),
    ...threshold("views", rule.viewCount),
    rule.language
  ].join(", ")

export const desiredText = ({ name, content, sendExisting }: DesiredRule): string =>
  `${name === null ? "" : `${JSON.stringify(name)}: `}${ruleText(content)}${sendExisting ? "" : ", without the posts that match now"}`
