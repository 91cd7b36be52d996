/** Who can call, what each key has used, and everything that can be done with a key. */
import type { PortalKey } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { sentenceGap } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { ChangeKey } from "./ChangeKey.tsx"
import { CreateKey } from "./CreateKey.tsx"
import { DeleteKey } from "./DeleteKey.tsx"
import styles from "./Keys.module.css"
import { KeyTable } from "./KeyTable.tsx"
import { RotateKey } from "./RotateKey.tsx"

type Asked = { readonly what: "change" | "rotate" | "delete"; readonly key: PortalKey }

const Keys = () => {
  const t = useText()
  const [creating, setCreating] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const { data, error, refetch } = usePortalQuery("keys.ListKeys")
  const close = () => setAsked(undefined)
  const active = data?.keys.filter(({ status }) => status === "active") ?? []
  const ended = data?.keys.filter(({ status }) => status !== "active") ?? []
  const isFull = data !== undefined && active.length >= data.maxActive
  const create = (
    <Button kind="primary" disabled={isFull} onClick={() => setCreating(true)}>
      {t("keys.create")}
    </Button>
  )
  const button = (what: Asked["what"], key: PortalKey) => (
    <Button kind="quiet" aria-label={t(`keys.${what}.of`, { name: key.name })} onClick={() => setAsked({ what, key })}>
      {t(`keys.${what}`)}
    </Button>
  )
  return (
    <Page title={t("nav.keys")} actions={data !== undefined && active.length === 0 ? undefined : create}>
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Loading lines={4} />}
      {data !== undefined && (
        <p>
          {t("keys.count", { n: active.length, max: data.maxActive })}
          {isFull && sentenceGap() + t("keys.full")}
        </p>
      )}
      {data !== undefined && active.length === 0 && <Empty action={create}>{t("keys.empty")}</Empty>}
      {active.length > 0 && (
        <KeyTable
          caption={t("nav.keys")}
          keys={active}
          actions={(key) => (
            <>
              {button("change", key)}
              {button("rotate", key)}
              {button("delete", key)}
            </>
          )}
        />
      )}
      {ended.length > 0 && (
        <details className={styles["ended"]}>
          <summary>{t("keys.ended", { n: ended.length })}</summary>
          <KeyTable
            caption={t("keys.ended", { n: ended.length })}
            keys={ended}
            actions={(key) => (key.status === "expired" ? [button("change", key), button("delete", key)] : null)}
          />
        </details>
      )}
      <CreateKey open={creating} onClose={() => setCreating(false)} />
      {asked?.what === "change" && <ChangeKey value={asked.key} onClose={close} />}
      {asked?.what === "rotate" && <RotateKey value={asked.key} onClose={close} />}
      {asked?.what === "delete" && <DeleteKey value={asked.key} onClose={close} />}
    </Page>
  )
}

export default Keys
