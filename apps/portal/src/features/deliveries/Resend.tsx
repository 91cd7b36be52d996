/** Sends the event again. The page asks for the new attempt until it is there. */
import type { DeliveryId, EventStatus } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { toast } from "../../ui/Toast.tsx"

interface Props {
  readonly deliveryId: DeliveryId
  readonly event: typeof EventStatus.Type | null
  readonly test: boolean
}

export const Resend = ({ deliveryId, event, test }: Props) => {
  const t = useText()
  const [open, setOpen] = useState(false)
  const resend = usePortalMutation(
    (id: DeliveryId) => call("deliveries.ResendDelivery", { deliveryId: id }),
    ["deliveries.ShowDelivery", "deliveries.ListDeliveries", "webhooks.ListEndpoints", "usage.Balance"]
  )
  if (test || event === null) return null
  return (
    <>
      <Button
        kind={event.state === "delivered" ? "secondary" : "primary"}
        disabled={!event.resendable}
        onClick={() => setOpen(true)}
      >
        {t("delivery.resend")}
      </Button>
      <Confirm
        open={open}
        onClose={() => {
          setOpen(false)
          resend.reset()
        }}
        kind="primary"
        title={t("delivery.resend.title")}
        consequences={
          <ul>
            <li>{t(event.cost === 0 ? "delivery.resend.chargedAgain" : "delivery.resend.free")}</li>
            <li>{t("delivery.resend.same")}</li>
            <li>{t("delivery.resend.retries")}</li>
          </ul>
        }
        action={t("delivery.resend")}
        change={resend}
        onConfirm={() =>
          resend.mutate(deliveryId, {
            onSuccess: () => {
              setOpen(false)
              toast(t("delivery.resent"))
            }
          })
        }
      />
    </>
  )
}
