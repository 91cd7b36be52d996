/** Passkeys: list, add, delete. */
import type { Me } from "@heddle/api/portal"
import { Effect } from "effect"
import { useState } from "react"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { Note } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { canHavePasskeys, createPasskey, PasskeyRefused } from "./CreatePasskey.ts"
import { fieldOf } from "./FormTexts.ts"

type Passkey = Me["passkeys"][number]

const AddPasskey = ({ disabled }: { readonly disabled: boolean }) => {
  const t = useText()
  const add = usePortalMutation(
    (name: string) =>
      Effect.flatMap(call("account.StartPasskey"), ({ options }) =>
        Effect.flatMap(createPasskey(options), (response) => call("account.AddPasskey", { name, response }))
      ),
    ["account.Me", "account.ListAudit"]
  )
  const { error } = add
  return (
    <Form
      errors={error instanceof PasskeyRefused ? undefined : failureIn(error)}
      onSubmit={(data) => add.mutate(fieldOf(data, "name").trim())}
    >
      {error instanceof PasskeyRefused && (
        <Note tone="warn">{t(error.exists ? "account.passkey.exists" : "account.passkey.refused")}</Note>
      )}
      <Field name="name" label={t("account.passkey.name")} hint={t("account.passkey.hint")}>
        <TextInput required maxLength={100} disabled={disabled} />
      </Field>
      <FormActions>
        <Button type="submit" busy={add.isPending} disabled={disabled}>
          {t("account.passkey.add")}
        </Button>
      </FormActions>
    </Form>
  )
}

const DeletePasskey = ({ passkey, onClose }: { readonly passkey: Passkey; readonly onClose: () => void }) => {
  const t = useText()
  const remove = usePortalMutation(
    (passkeyId: string) => call("account.DeletePasskey", { passkeyId }),
    ["account.Me", "account.ListAudit"]
  )
  return (
    <Confirm
      open
      onClose={onClose}
      title={t("account.passkey.delete.title", { name: passkey.name })}
      consequences={<p>{t("account.passkey.delete.text")}</p>}
      action={t("account.passkey.delete")}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(passkey.id, { onSuccess: onClose })}
    />
  )
}

export const Passkeys = ({ me }: { readonly me: Me }) => {
  const t = useText()
  const [leaving, setLeaving] = useState<Passkey>()
  return (
    <>
      <Table
        caption={t("account.passkeys")}
        rows={me.passkeys}
        rowKey={({ id }) => id}
        empty={<p>{t("account.passkeys.none")}</p>}
        columns={[
          { id: "name", header: t("account.passkey.name"), wide: true, cell: ({ name }) => name },
          {
            id: "createdAt",
            header: t("account.passkey.createdAt"),
            cell: ({ createdAt }) => <Time at={createdAt} kind="date" />
          },
          {
            id: "lastUsedAt",
            header: t("account.passkey.lastUsedAt"),
            cell: ({ lastUsedAt }) => <Time at={lastUsedAt} kind="relative" />
          },
          {
            id: "actions",
            header: t("account.actions"),
            cell: (passkey) => (
              <Button kind="quiet" onClick={() => setLeaving(passkey)}>
                {t("account.passkey.delete")}
              </Button>
            )
          }
        ]}
      />
      {canHavePasskeys() ? <AddPasskey disabled={me.isDemo} /> : <p>{t("account.passkeys.unsupported")}</p>}
      {leaving !== undefined && <DeletePasskey passkey={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
