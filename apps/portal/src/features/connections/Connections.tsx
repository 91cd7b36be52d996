/** Which applications act for the account, and how to stop one. */
import type { ConnectedApplication } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { Labelled, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Table } from "../../ui/Table.tsx"

type Connection = typeof ConnectedApplication.Type

const Disconnect = ({ connection, onClose }: { readonly connection: Connection; readonly onClose: () => void }) => {
  const t = useText()
  const disconnect = usePortalChange("account.Disconnect", ["account.ListConnections", "account.ListAudit"])
  return (
    <Confirm
      open
      onClose={onClose}
      title={t("connections.disconnect.title", { name: connection.application, host: connection.redirectHost })}
      consequences={
        <>
          <p>{t("connections.disconnect.text")}</p>
          <p>
            <Labelled label={t("ui.lastUsed")}>
              <Time at={connection.lastUsedAt} />
            </Labelled>
          </p>
        </>
      }
      action={t("connections.disconnect")}
      change={disconnect}
      onConfirm={() => disconnect.mutate({ connectionId: connection.id }, { onSuccess: onClose })}
    />
  )
}

const Connections = () => {
  const t = useText()
  const [leaving, setLeaving] = useState<Connection>()
  const { data, error, refetch } = usePortalQuery("account.ListConnections")
  return (
    <Page title={t("nav.connections")}>
      <p>{t("connections.text")}</p>
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Loading lines={3} />
      ) : (
        <Table
          caption={t("nav.connections")}
          rows={data}
          rowKey={({ id }) => id}
          empty={
            <Empty action={<LinkButton href="/first-steps">{t("connections.connect")}</LinkButton>}>
              {t("connections.none")}
            </Empty>
          }
          columns={[
            { id: "name", header: t("connections.application"), wide: true, cell: ({ application }) => application },
            { id: "host", header: t("connections.host"), cell: ({ redirectHost }) => <code>{redirectHost}</code> },
            { id: "since", header: t("connections.since"), cell: ({ connectedAt }) => <Time at={connectedAt} /> },
            {
              id: "lastUsed",
              header: t("ui.lastUsed"),
              cell: ({ lastUsedAt }) => <Time at={lastUsedAt} kind="relative" />
            },
            {
              id: "actions",
              header: t("ui.table.actions"),
              cell: (connection) => (
                <Button
                  kind="quiet"
                  aria-label={t("connections.disconnect.of", {
                    name: connection.application,
                    host: connection.redirectHost
                  })}
                  onClick={() => setLeaving(connection)}
                >
                  {t("connections.disconnect")}
                </Button>
              )
            }
          ]}
        />
      )}
      {leaving !== undefined && <Disconnect connection={leaving} onClose={() => setLeaving(undefined)} />}
    </Page>
  )
}

export default Connections
