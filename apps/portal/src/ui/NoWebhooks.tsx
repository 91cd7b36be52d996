/** What the plan lacks, and what still works. */
import { Link } from "wouter"
import { useText } from "../text/Text.tsx"
import { Note } from "./Status.tsx"

export const NoWebhooks = ({ plans }: { readonly plans: string }) => {
  const t = useText()
  return (
    <Note tone="warn">
      <p>{t("ui.noWebhooks")}</p>
      <Link href={plans}>{t("ui.noWebhooks.plans")}</Link>
    </Note>
  )
}
