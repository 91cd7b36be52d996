/** A key that nobody shall use any more. */
import type { PortalKey } from "@heddle/api/portal"
import { useAct } from "../../rpc/Call.ts"
import { useText } from "../../text/Text.tsx"
import { ConfirmByName } from "../../ui/ConfirmByName.tsx"
import { RecentUse } from "./RecentUse.tsx"

export const DeleteKey = ({ value, onClose }: { readonly value: PortalKey; readonly onClose: () => void }) => {
  const t = useText()
  const remove = useAct((portal, keyId: PortalKey["id"]) => portal.DeleteKey({ keyId }), ["ListKeys", "ListAudit"])
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
