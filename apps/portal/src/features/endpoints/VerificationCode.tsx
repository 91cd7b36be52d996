/** Code that checks the signature, beside the secret: that of the documentation. */
import { useState } from "react"
import { useDocsPage } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Code } from "../../ui/Code.tsx"
import { Segments } from "../../ui/Segments.tsx"
import styles from "./Endpoints.module.css"

const page = "/docs/webhooks/verify"

/** The first block of code below each heading. */
export const codeByLanguage = (markdown: string): ReadonlyArray<{ readonly name: string; readonly code: string }> =>
  markdown
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [name = ""] = part.split("\n", 1)
      const [, code] = /^```\w+\n([^]*?)^```/m.exec(part) ?? []
      return code === undefined ? [] : [{ name, code: code.trimEnd() }]
    })

const Languages = () => {
  const t = useText()
  const [chosen, setChosen] = useState("Node")
  const { data } = useDocsPage(page)
  const blocks = codeByLanguage(data ?? "")
  const shown = blocks.find(({ name }) => name === chosen) ?? blocks[0]
  return (
    <div className={styles["verify"]}>
      {shown !== undefined && (
        <>
          <Segments
            label={t("playground.code.language")}
            options={blocks.map(({ name }) => ({ value: name, label: name }))}
            value={shown.name}
            onChange={setChosen}
          />
          <Code text={shown.code} language={shown.name} />
        </>
      )}
      <p>
        <a href={page} target="_blank" rel="noreferrer">
          {t("endpoint.verify.page")}
        </a>
      </p>
    </div>
  )
}

export const VerificationCode = () => {
  const t = useText()
  const [open, setOpen] = useState(false)
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("endpoint.verify")}</summary>
      {open && <Languages />}
    </details>
  )
}
