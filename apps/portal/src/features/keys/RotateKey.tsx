/** The way out when a key has leaked, in one dialog: who uses it, that it stops now, and the new key. */
import type { NewPortalKey, PortalKey } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { useText } from "../../text/Text.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { RecentUse } from "./RecentUse.tsx"

export const RotateKey = ({ value, onClose }: { readonly value: PortalKey; readonly onClose: () => void }) => {
  const t = useText()
  const [made, setMade] = useState<NewPortalKey>()
  const rotate = usePortalMutation(
    (keyId: PortalKey["id"]) => call("keys.RotateKey", { keyId }),
    ["keys.ListKeys", "account.ListAudit"]
  )
  if (made !== undefined) {
    return (
      <SecretOnce open onClose={onClose} title={t("keys.made.title", { name: made.name })} secret={made.key}>
        <p>{t("keys.rotated.text")}</p>
      </SecretOnce>
    )
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={t("keys.rotate.title", { name: value.name })}
      action={t("keys.rotate.action")}
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(value.id, { onSuccess: setMade })}
      consequences={
        <>
          <p>{t("keys.rotate.text", { prefix: value.prefix, lastFour: value.lastFour })}</p>
          <RecentUse value={value} />
        </>
      }
    />
  )
}
