/** Passkeys: list, add, delete. */
import type { Me } from "@heddle/api/portal"
import { Effect, Schema } from "effect"
import { useState } from "react"
import { call } from "../../rpc/Client.ts"
import { usePortalChange, usePortalMutation } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { Field } from "../../ui/Field.tsx"
import { fieldOf, Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { Note } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"

/** The browser or the person refused, or the passkey exists already. */
class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {
  exists: Schema.Boolean
}) {}

const Options = Schema.Struct({
  challenge: Schema.String,
  rp: Schema.Unknown,
  user: Schema.Unknown,
  pubKeyCredParams: Schema.Array(Schema.Unknown)
})

/** What the server sends; only the browser knows all of its fields. */
const isOptions = (value: unknown): value is PublicKeyCredentialCreationOptionsJSON => Schema.is(Options)(value)

const canHavePasskeys = (): boolean =>
  "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential

const create = async (options: unknown): Promise<unknown> => {
  if (!isOptions(options)) throw new TypeError("not the options of a passkey")
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  const credential = await navigator.credentials.create({ publicKey })
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError("not a passkey")
  return credential.toJSON()
}

/** The answer for the server, as JSON. */
const createPasskey = (options: unknown): Effect.Effect<unknown, PasskeyRefused> =>
  Effect.tryPromise({
    try: () => create(options),
    catch: (cause) =>
      new PasskeyRefused({ exists: cause instanceof DOMException && cause.name === "InvalidStateError" })
  })

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
      error={error instanceof PasskeyRefused ? undefined : error}
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
  const remove = usePortalChange("account.DeletePasskey", ["account.Me", "account.ListAudit"])
  return (
    <Confirm
      open
      onClose={onClose}
      title={t("account.passkey.delete.title", { name: passkey.name })}
      consequences={<p>{t("account.passkey.delete.text")}</p>}
      action={t("account.passkey.delete")}
      change={remove}
      onConfirm={() => remove.mutate({ passkeyId: passkey.id }, { onSuccess: onClose })}
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
            header: t("ui.lastUsed"),
            cell: ({ lastUsedAt }) => <Time at={lastUsedAt} kind="relative" />
          },
          {
            id: "actions",
            header: t("ui.table.actions"),
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
