/** The call as code, to take along. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { requestOf, snippetLanguages } from "../../snippets/Snippets.ts"
import { useText } from "../../text/Text.tsx"
import { Code } from "../../ui/Code.tsx"
import { Section } from "../../ui/Page.tsx"
import { Segments } from "../../ui/Segments.tsx"
import type { CallValues } from "./CallValues.ts"

export const AsCode = ({
  operation,
  values
}: {
  readonly operation: PlaygroundOperation
  readonly values: CallValues
}) => {
  const t = useText()
  const [chosen, setChosen] = useState<string>("curl")
  const { data: status } = usePortalQuery("status.ShowStatus")
  const snippet = snippetLanguages.find(({ id }) => id === chosen) ?? snippetLanguages[0]
  const request = requestOf(status?.publicUrl ?? location.origin, operation, values)
  return (
    <Section title={t("playground.code")}>
      <Segments
        label={t("playground.code.language")}
        options={snippetLanguages.map(({ id, name }) => ({ value: id, label: name }))}
        value={snippet.id}
        onChange={setChosen}
      />
      <Code text={snippet.write(request)} language={snippet.name} />
    </Section>
  )
}
