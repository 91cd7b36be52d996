/** The configuration of each assistant, to copy. */
import { useState } from "react"
import { useText } from "../../text/Text.tsx"
import { Code } from "../../ui/Code.tsx"
import { Segments } from "../../ui/Segments.tsx"
import styles from "./FirstSteps.module.css"
import { useFreshKey } from "./KeyStep.tsx"
import { mcpClients } from "./McpClients.ts"

export const McpStep = ({ baseUrl }: { readonly baseUrl: string }) => {
  const t = useText()
  const key = useFreshKey()
  const [chosen, setChosen] = useState<string>(mcpClients[0].id)
  const client = mcpClients.find(({ id }) => id === chosen) ?? mcpClients[0]
  return (
    <>
      <p>{t("firstSteps.mcp.text")}</p>
      <Segments
        label={t("firstSteps.mcp.client")}
        options={mcpClients.map(({ id, name }) => ({
          value: id,
          label: id === "other" ? t("firstSteps.mcp.others") : name
        }))}
        value={client.id}
        onChange={setChosen}
      />
      <p>{t(`firstSteps.mcp.${client.where}`)}</p>
      <Code text={client.configuration(`${baseUrl.replace(/\/+$/, "")}/mcp`, key)} language={client.language} />
      <p className={styles["muted"]}>{t(key === undefined ? "firstSteps.mcp.signIn" : "firstSteps.mcp.withKey")}</p>
    </>
  )
}
