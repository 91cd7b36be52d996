/** The pages of the area of webhooks. */
import { useText } from "../../text/Text.tsx"
import { SubNavigation } from "../../ui/SubNavigation.tsx"
import { webhookPages } from "../../links/Endpoints.ts"

export const DeliveriesNavigation = () => {
  const t = useText()
  return (
    <SubNavigation
      label={t("nav.webhooks")}
      items={webhookPages.map(({ href, label }) => ({ href, label: t(label) }))}
    />
  )
}
