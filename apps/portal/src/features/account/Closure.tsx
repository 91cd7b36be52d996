/** The end of the account, confirmed by its address. */
import type { Me } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { ConfirmByName } from "../../ui/Confirm.tsx"

const Consequences = () => {
  const t = useText()
  const balance = usePortalQuery("usage.Balance")
  const keys = usePortalQuery("keys.ListKeys")
  const webhooks = usePortalQuery("webhooks.ListEndpoints")
  return (
    <>
      <p>{t("account.close.consequences")}</p>
      <ul>
        {balance.data !== undefined && <li>{t("account.close.credits", { n: balance.data.remaining })}</li>}
        {keys.data !== undefined && (
          <li>{t("account.close.keys", { n: keys.data.keys.filter(({ status }) => status === "active").length })}</li>
        )}
        {webhooks.data !== undefined && <li>{t("account.close.endpoints", { n: webhooks.data.endpoints.length })}</li>}
      </ul>
    </>
  )
}

export const Closure = ({ me }: { readonly me: Me }) => {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const close = usePortalChange("account.CloseAccount", [])
  return (
    <>
      <p>{t("account.close.text")}</p>
      <div>
        <Button kind="danger" disabled={me.isDemo} onClick={() => setAsked(true)}>
          {t("account.close.action")}
        </Button>
      </div>
      {asked && (
        <ConfirmByName
          open
          onClose={() => setAsked(false)}
          title={t("account.close.title")}
          name={me.email}
          consequences={<Consequences />}
          action={t("account.close.action")}
          change={close}
          onConfirm={() => close.mutate({ email: me.email }, { onSuccess: () => location.assign("/sign-in") })}
        />
      )}
    </>
  )
}
