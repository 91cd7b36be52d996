/** The secret to scan, the backup codes to store, and the first code that proves it worked. */
import { useState } from "react"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Code } from "../../ui/Code.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { Checkbox, TextInput } from "../../ui/Inputs.tsx"
import { say } from "../../ui/Said.tsx"
import { fieldOf } from "./FormTexts.ts"
import { QrCode } from "./QrCode.tsx"
import { secretOf } from "./OneTimeSecret.ts"

export interface StartedCodes {
  /** An `otpauth:` address. */
  readonly uri: string
  readonly backupCodes: ReadonlyArray<string>
}

export const ScanCode = ({ codes, onClose }: { readonly codes: StartedCodes; readonly onClose: () => void }) => {
  const t = useText()
  const [stored, setStored] = useState(false)
  const confirm = usePortalMutation(
    (code: string) => call("account.ConfirmOneTimeCodes", { code }),
    ["account.Me", "account.ListAudit"]
  )
  const done = () => {
    say(t("account.codes.turnedOn"))
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={t("account.codes.start")}>
      <p>{t("account.codes.scan")}</p>
      <QrCode text={codes.uri} label={t("account.codes.qr")} />
      <Code text={secretOf(codes.uri)} language={t("account.codes.secret")} />
      <p>{t("account.codes.backup")}</p>
      <Code text={codes.backupCodes.join("\n")} language={t("account.codes.backupCodes")} />
      <Checkbox checked={stored} onChange={(event) => setStored(event.currentTarget.checked)}>
        {t("ui.secret.stored")}
      </Checkbox>
      <Form
        errors={failureIn(confirm.error)}
        onSubmit={(data) => confirm.mutate(fieldOf(data, "code").replaceAll(/\s/g, ""), { onSuccess: done })}
      >
        <Field name="code" label={t("account.codes.code")} hint={t("account.codes.code.hint")}>
          <TextInput required inputMode="numeric" autoComplete="one-time-code" maxLength={8} mono />
        </Field>
        <FormActions>
          <Button type="submit" kind="primary" busy={confirm.isPending} disabled={!stored}>
            {t("account.codes.turnOn")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
