/** Where somebody is signed in, and the way to end that. */
import { useState } from "react"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import styles from "./Account.module.css"
import { deviceOf } from "./Device.ts"

const changes = ["account.ListSessions", "account.ListAudit"] as const

const EndOthers = ({ others, onClose }: { readonly others: number; readonly onClose: () => void }) => {
  const t = useText()
  const end = usePortalMutation(() => call("account.EndOtherSessions"), changes)
  return (
    <Confirm
      open
      onClose={onClose}
      title={t("account.sessions.endOthers.title")}
      consequences={<p>{t("account.sessions.endOthers.text", { n: others })}</p>}
      action={t("account.sessions.endOthers")}
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate(undefined, { onSuccess: onClose })}
    />
  )
}

export const Sessions = () => {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const { data, error, refetch } = usePortalQuery("account.ListSessions")
  const end = usePortalMutation((sessionId: string) => call("account.EndSession", { sessionId }), changes)
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      <Problem error={end.error} />
      {data === undefined ? (
        error === null && <Loading lines={3} />
      ) : (
        <Table
          caption={t("account.sessions")}
          rows={data}
          rowKey={({ id }) => id}
          empty={null}
          columns={[
            {
              id: "device",
              header: t("account.session.device"),
              wide: true,
              cell: ({ userAgent, current }) => (
                <span className={styles["device"]}>
                  <span title={userAgent ?? undefined}>{deviceOf(userAgent) ?? t("account.session.unknown")}</span>
                  {current && <Status tone="ok">{t("account.session.current")}</Status>}
                </span>
              )
            },
            { id: "address", header: t("account.session.address"), cell: ({ address }) => address ?? "–" },
            { id: "since", header: t("account.session.since"), cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              id: "seen",
              header: t("account.session.seen"),
              cell: ({ lastSeenAt }) => <Time at={lastSeenAt} kind="relative" />
            },
            {
              id: "actions",
              header: t("account.actions"),
              cell: ({ id, current }) =>
                current ? null : (
                  <Button kind="quiet" busy={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
                    {t("account.session.end")}
                  </Button>
                )
            }
          ]}
        />
      )}
      {others > 0 && (
        <div>
          <Button onClick={() => setAsked(true)}>{t("account.sessions.endOthers")}</Button>
        </div>
      )}
      {asked && <EndOthers others={others} onClose={() => setAsked(false)} />}
    </>
  )
}
