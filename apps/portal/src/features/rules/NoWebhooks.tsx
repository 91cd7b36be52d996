/** What the plan lacks, and what still works. */
import { Link } from "wouter"
import { useText } from "../../text/Text.tsx"
import { Note } from "../../ui/Status.tsx"
import { creditsLink } from "../credits/Link.ts"

export const NoWebhooks = () => {
  const t = useText()
  return (
    <Note tone="warn">
      <p>{t("webhooks.noPlan")}</p>
      <Link href={creditsLink}>{t("webhooks.seePlans")}</Link>
    </Note>
  )
}
