/** What somebody signs in with: the address of the account, or its password. */
import type { Me } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { fieldOf, Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { PasswordStrength } from "./PasswordStrength.tsx"
import { connectionsLink, keysLink } from "../Links.ts"
import { Note } from "../../ui/Status.tsx"
import { toast } from "../../ui/Toast.tsx"

/** A new address counts once the link in its mail was opened. */
export const Email = ({ me }: { readonly me: Me }) => {
  const t = useText()
  const change = usePortalChange("account.ChangeEmail", ["account.Me", "account.ListAudit"])
  return (
    <Form error={change.error} onSubmit={(data) => change.mutate({ email: fieldOf(data, "email").trim() })}>
      {me.pendingEmail !== null && <Note tone="info">{t("account.email.pending", { email: me.pendingEmail })}</Note>}
      <Field name="email" label={t("account.email.label")} hint={t("account.email.hint")} malformed="ui.field.email">
        <TextInput type="email" required defaultValue={me.email} autoComplete="email" disabled={me.isDemo} />
      </Field>
      <FormActions>
        <Button type="submit" busy={change.isPending} disabled={me.isDemo}>
          {t("account.email.change")}
        </Button>
      </FormActions>
    </Form>
  )
}

/** A new password ends all other sessions. */
export const Password = ({ me }: { readonly me: Me }) => {
  const t = useText()
  const [round, setRound] = useState(0)
  const [next, setNext] = useState("")
  const change = usePortalChange("account.ChangePassword", ["account.ListSessions", "account.ListAudit"])
  if (!me.hasPassword) {
    return (
      <p>
        {t("account.password.none")} <a href="/forgot-password">{t("account.password.set")}</a>
      </p>
    )
  }
  const clear = () => {
    setRound(round + 1)
    setNext("")
    toast(t("account.password.changed"))
  }
  return (
    <Form
      key={round}
      error={change.error}
      onSubmit={(data) =>
        change.mutate({ current: fieldOf(data, "current"), next: fieldOf(data, "next") }, { onSuccess: clear })
      }
    >
      <Field name="current" label={t("account.password.current")}>
        <TextInput type="password" required autoComplete="current-password" disabled={me.isDemo} />
      </Field>
      <Field name="next" label={t("account.password.next")} hint={t("account.password.hint")}>
        <TextInput
          type="password"
          required
          autoComplete="new-password"
          disabled={me.isDemo}
          onChange={({ currentTarget }) => setNext(currentTarget.value)}
        />
      </Field>
      <PasswordStrength password={next} />
      <FormActions>
        <Button type="submit" busy={change.isPending} disabled={me.isDemo}>
          {t("account.password.change")}
        </Button>
        <LinkButton href={connectionsLink}>{t("nav.connections")}</LinkButton>
        <LinkButton href={keysLink}>{t("nav.keys")}</LinkButton>
      </FormActions>
    </Form>
  )
}
