/** Another password, which ends all other sessions. */
import type { Me } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { say } from "../../ui/Said.tsx"
import { fieldOf } from "./FormTexts.ts"

interface Change {
  readonly current: string
  readonly next: string
}

export const Password = ({ me }: { readonly me: Me }) => {
  const t = useText()
  const [round, setRound] = useState(0)
  const change = usePortalMutation(
    (passwords: Change) => call("account.ChangePassword", passwords),
    ["account.ListSessions", "account.ListAudit"]
  )
  if (!me.hasPassword) {
    return (
      <p>
        {t("account.password.none")} <a href="/forgot-password">{t("account.password.set")}</a>
      </p>
    )
  }
  const clear = () => {
    setRound(round + 1)
    say(t("account.password.changed"))
  }
  return (
    <Form
      key={round}
      errors={failureIn(change.error)}
      onSubmit={(data) =>
        change.mutate({ current: fieldOf(data, "current"), next: fieldOf(data, "next") }, { onSuccess: clear })
      }
    >
      <Field name="current" label={t("account.password.current")}>
        <TextInput type="password" required autoComplete="current-password" disabled={me.isDemo} />
      </Field>
      <Field name="next" label={t("account.password.next")} hint={t("account.password.hint")}>
        <TextInput type="password" required autoComplete="new-password" disabled={me.isDemo} />
      </Field>
      <FormActions>
        <Button type="submit" busy={change.isPending} disabled={me.isDemo}>
          {t("account.password.change")}
        </Button>
      </FormActions>
    </Form>
  )
}
