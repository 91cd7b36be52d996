/** A new key: its settings first, then the key itself, once. */
import type { NewPortalKey } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { SecretOnce } from "../../ui/SecretOnce.tsx"
import { KeyFields } from "./KeyFields.tsx"
import { newKey } from "./KeySettings.ts"

export const CreateKey = ({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) => {
  const t = useText()
  const [made, setMade] = useState<NewPortalKey>()
  const create = usePortalMutation(
    (settings: ReturnType<typeof newKey>) => call("keys.CreateKey", settings),
    ["keys.ListKeys", "account.ListAudit"]
  )
  const close = () => {
    setMade(undefined)
    create.reset()
    onClose()
  }
  if (made !== undefined) {
    return (
      <SecretOnce open={open} onClose={close} title={t("keys.made.title", { name: made.name })} secret={made.key}>
        <p>{t("keys.made.text")}</p>
      </SecretOnce>
    )
  }
  return (
    <Dialog open={open} onClose={close} title={t("keys.create")}>
      <Form errors={failureIn(create.error)} onSubmit={(data) => create.mutate(newKey(data), { onSuccess: setMade })}>
        <KeyFields />
        <FormActions>
          <Button type="submit" kind="primary" busy={create.isPending}>
            {t("keys.create")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
