/** What a delivery is about, in one line. Pure. */
import type { LoggedDelivery } from "@heddle/api/portal"
import type { Translate } from "../../text/Text.tsx"

export interface About {
  readonly text: string
  /** Of the post; absent where the text is in the reader's language. */
  readonly language: string | undefined
}

/** The text of the post; without one, what is known instead. */
export const aboutOf = ({ delivery: { id, test, postCode }, event }: LoggedDelivery, t: Translate): About => {
  const post = event?.post ?? null
  if (post !== null && post.caption.trim() !== "") return { text: post.caption, language: post.language }
  if (test) return { text: t("deliveries.test"), language: undefined }
  return { text: postCode === null ? id : t("deliveries.postCode", { code: postCode }), language: undefined }
}

/** The rule of an event, as it was. */
export const ruleOf = ({ delivery: { test }, event }: LoggedDelivery, t: Translate): string => {
  if (test) return ""
  // Only events of deleted rules are forgotten.
  return event === null ? t("deliveries.deletedRule") : (event.keyword ?? t("rule.trending"))
}
