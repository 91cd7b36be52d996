/** Codes of an authenticator app as a second step: turned on once one was entered, turned off with the password. */
import type { Me } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { Note, Status } from "../../ui/Status.tsx"
import { fieldOf } from "./FormTexts.ts"
import { ScanCode, type StartedCodes } from "./ScanCode.tsx"

const PasswordField = () => {
  const t = useText()
  return (
    <Field name="password" label={t("account.password.current")}>
      <TextInput type="password" required autoComplete="current-password" />
    </Field>
  )
}

const StartCodes = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const [started, setStarted] = useState<StartedCodes>()
  const start = usePortalMutation((password: string) => call("account.StartOneTimeCodes", { password }), [])
  if (started !== undefined) return <ScanCode codes={started} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={t("account.codes.start")}>
      <Form
        errors={failureIn(start.error)}
        onSubmit={(data) => start.mutate(fieldOf(data, "password"), { onSuccess: setStarted })}
      >
        <p>{t("account.codes.start.text")}</p>
        <PasswordField />
        <FormActions>
          <Button type="submit" kind="primary" busy={start.isPending}>
            {t("account.codes.continue")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

const StopCodes = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const stop = usePortalMutation(
    (password: string) => call("account.StopOneTimeCodes", { password }),
    ["account.Me", "account.ListAudit"]
  )
  return (
    <Dialog open onClose={onClose} title={t("account.codes.stop")}>
      <Form
        errors={failureIn(stop.error)}
        onSubmit={(data) => stop.mutate(fieldOf(data, "password"), { onSuccess: onClose })}
      >
        <Note tone="warn">{t("account.codes.stop.text")}</Note>
        <PasswordField />
        <FormActions>
          <Button type="submit" kind="danger" busy={stop.isPending}>
            {t("account.codes.stop")}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

export const OneTimeCodes = ({ me }: { readonly me: Me }) => {
  const t = useText()
  const [asked, setAsked] = useState(false)
  if (!me.hasPassword) return <p>{t("account.codes.needPassword")}</p>
  const close = () => setAsked(false)
  return (
    <>
      <p>
        <Status tone={me.oneTimeCodes ? "ok" : "muted"}>
          {t(me.oneTimeCodes ? "account.codes.on" : "account.codes.off")}
        </Status>
      </p>
      <div>
        <Button disabled={me.isDemo} onClick={() => setAsked(true)}>
          {t(me.oneTimeCodes ? "account.codes.stop" : "account.codes.start")}
        </Button>
      </div>
      {asked && (me.oneTimeCodes ? <StopCodes onClose={close} /> : <StartCodes onClose={close} />)}
    </>
  )
}
