/** The secret to scan, the backup codes to store, and the first code that proves it worked. */
import { useState } from "react"
import { encode } from "uqr"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Code } from "../../ui/Code.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Field } from "../../ui/Field.tsx"
import { fieldOf, Form, FormActions } from "../../ui/Form.tsx"
import { Checkbox, TextInput } from "../../ui/Inputs.tsx"
import { toast } from "../../ui/Toast.tsx"
import styles from "./Account.module.css"

/** The secret of an `otpauth:` address, for those who cannot scan. */
export const secretOf = (uri: string): string => {
  const query = uri.indexOf("?")
  return new URLSearchParams(uri.slice(query + 1)).get("secret") ?? uri
}

/** One move for each dark module, merged along rows. */
export const qrPath = (text: string): { readonly size: number; readonly path: string } => {
  const { size, data } = encode(text, { border: 4 })
  const runs = data.flatMap((row, y) => {
    const found: Array<string> = []
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue
      const from = x
      while (row[x + 1] === true) x++
      found.push(`M${from} ${y}h${x - from + 1}v1H${from}z`)
    }
    return found
  })
  return { size, path: runs.join("") }
}

/** Always dark on light, because cameras expect that. */
const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { size, path } = qrPath(text)
  return (
    <svg
      className={styles["qr"]}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className={styles["qrLight"]} />
      <path d={path} className={styles["qrDark"]} />
    </svg>
  )
}

export interface StartedCodes {
  /** An `otpauth:` address. */
  readonly uri: string
  readonly backupCodes: ReadonlyArray<string>
}

export const ScanCode = ({ codes, onClose }: { readonly codes: StartedCodes; readonly onClose: () => void }) => {
  const t = useText()
  const [stored, setStored] = useState(false)
  const confirm = usePortalChange("account.ConfirmOneTimeCodes", ["account.Me", "account.ListAudit"])
  const done = () => {
    toast(t("account.codes.turnedOn"))
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
        error={confirm.error}
        onSubmit={(data) => confirm.mutate({ code: fieldOf(data, "code").replaceAll(/\s/g, "") }, { onSuccess: done })}
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
