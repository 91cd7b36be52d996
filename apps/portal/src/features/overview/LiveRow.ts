/** What a delivery was about, in a few words. */
import type { LiveDelivery } from "@heddle/api/portal/Deliveries"
import type { Translate } from "../../text/Text.tsx"

export const describe = ({ delivery, keyword }: LiveDelivery, t: Translate): string => {
  if (delivery.test) return t("overview.testEvent")
  return keyword ?? t("overview.trending")
}
