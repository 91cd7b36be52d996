/** The address to sign in with. A new one counts once the link in its mail was opened. */
import type { Me } from "@heddle/api/portal"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { Note } from "../../ui/Status.tsx"
import { fieldOf } from "./FormTexts.ts"

export const Email = ({ me }: { readonly me: Me }) => {
  const t = useText()
  const change = usePortalMutation(
    (email: string) => call("account.ChangeEmail", { email }),
    ["account.Me", "account.ListAudit"]
  )
  return (
    <Form errors={failureIn(change.error)} onSubmit={(data) => change.mutate(fieldOf(data, "email").trim())}>
      {me.pendingEmail !== null && <Note tone="info">{t("account.email.pending", { email: me.pendingEmail })}</Note>}
      <Field name="email" label={t("account.email.label")} hint={t("account.email.hint")}>
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
