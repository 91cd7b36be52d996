/** What stops a key: rotation, which shows its successor once, or deletion. Both name who uses it first. */
import type { NewPortalKey, PortalKey } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { apiTypeName } from "../../text/ApiTypes.ts"
import { Labelled, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Confirm, ConfirmByName } from "../../ui/Confirm.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { RevealOnce } from "../../ui/RevealOnce.tsx"
import { Note } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"

/** Who would notice if the key stopped: its last use, and what it called in the last 24 hours. */
const RecentUse = ({ value }: { readonly value: PortalKey }) => {
  const t = useText()
  const { data, error, refetch } = usePortalQuery("keys.RecentKeyUse", { keyId: value.id })
  if (error !== null) return <Problem error={error} retry={() => void refetch()} />
  if (data === undefined) return <Loading lines={2} />
  if (data.length === 0) {
    return (
      <p>
        {value.lastUsedAt === null ? (
          t("keys.use.never")
        ) : (
          <>
            {t("keys.use.none")}
            <br />
            <Labelled label={t("ui.lastUsed")}>
              <Time at={value.lastUsedAt} kind="relative" />
            </Labelled>
          </>
        )}
      </p>
    )
  }
  return (
    <>
      <Note tone="warn">{t("keys.use.recent")}</Note>
      <Table
        caption={t("keys.use.caption")}
        columns={[
          { id: "type", header: t("keys.use.type"), cell: ({ apiType }) => apiTypeName(t, apiType) },
          {
            id: "calls",
            header: t("keys.use.calls"),
            cell: ({ calls }) => t("keys.number", { n: calls }),
            align: "end"
          },
          { id: "at", header: t("ui.lastUsed"), cell: ({ lastAt }) => <Time at={lastAt} kind="relative" /> }
        ]}
        rows={data}
        rowKey={({ apiType }) => apiType}
      />
    </>
  )
}

export const RotateKey = ({ value, onClose }: { readonly value: PortalKey; readonly onClose: () => void }) => {
  const t = useText()
  const [made, setMade] = useState<NewPortalKey>()
  const rotate = usePortalChange("keys.RotateKey", ["keys.ListKeys", "account.ListAudit"])
  if (made !== undefined) {
    return (
      <RevealOnce open onClose={onClose} title={t("keys.made.title", { name: made.name })} secret={made.key}>
        <p>{t("keys.rotated.text")}</p>
      </RevealOnce>
    )
  }
  return (
    <Confirm
      open
      onClose={onClose}
      title={t("keys.rotate.title", { name: value.name })}
      action={t("keys.rotate.action")}
      change={rotate}
      onConfirm={() => rotate.mutate({ keyId: value.id }, { onSuccess: setMade })}
      consequences={
        <>
          <p>{t("keys.rotate.text", { prefix: value.prefix, lastFour: value.lastFour })}</p>
          <RecentUse value={value} />
        </>
      }
    />
  )
}

export const DeleteKey = ({ value, onClose }: { readonly value: PortalKey; readonly onClose: () => void }) => {
  const t = useText()
  const remove = usePortalChange("keys.DeleteKey", ["keys.ListKeys", "account.ListAudit"])
  return (
    <ConfirmByName
      open
      onClose={onClose}
      title={t("keys.delete.title", { name: value.name })}
      name={value.name}
      action={t("keys.delete.action")}
      change={remove}
      onConfirm={() => remove.mutate({ keyId: value.id }, { onSuccess: onClose })}
      consequences={
        <>
          <p>{t("keys.delete.text")}</p>
          <RecentUse value={value} />
        </>
      }
    />
  )
}
