/** Another name, expiry or limit; the key itself stays. */
import type { PortalKey } from "@heddle/api/portal"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { KeyFields } from "./KeyFields.tsx"
import { changedKey } from "./KeySettings.ts"

export const ChangeKey = ({ value, onClose }: { readonly value: PortalKey; readonly onClose: () => void }) => {
  const t = useText()
  const change = usePortalMutation(
    (settings: ReturnType<typeof changedKey>) => call("keys.ChangeKey", settings),
    ["keys.ListKeys", "account.ListAudit"]
  )
  return (
    <Dialog open onClose={onClose} title={t("keys.change.title", { name: value.name })}>
      <Form
        errors={failureIn(change.error)}
        onSubmit={(data) => change.mutate(changedKey(data, value), { onSuccess: onClose })}
      >
        <KeyFields value={value} />
        <p>{t("keys.change.text")}</p>
        <FormActions>
          <Button type="submit" kind="primary" busy={change.isPending}>
            {t("keys.change.save")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
