/** A key that nobody shall use any more. */
import type { PortalKey } from "@heddle/api/portal"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { useText } from "../../text/Text.tsx"
import { ConfirmByName } from "../../ui/ConfirmByName.tsx"
import { RecentUse } from "./RecentUse.tsx"

export const DeleteKey = ({ value, onClose }: { readonly value: PortalKey; readonly onClose: () => void }) => {
  const t = useText()
  const remove = usePortalMutation(
    (keyId: PortalKey["id"]) => call("keys.DeleteKey", { keyId }),
    ["keys.ListKeys", "account.ListAudit"]
  )
  return (
    <ConfirmByName
      open
      onClose={onClose}
      title={t("keys.delete.title", { name: value.name })}
      name={value.name}
      action={t("keys.delete.action")}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(value.id, { onSuccess: onClose })}
      consequences={
        <>
          <p>{t("keys.delete.text")}</p>
          <RecentUse value={value} />
        </>
      }
    />
  )
}
