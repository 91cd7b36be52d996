/** The first call as code in four languages, and a button that makes it from here. */
import { useState } from "react"
import { call } from "../../rpc/Client.ts"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { requestOf, snippetLanguages } from "@heddle/api/snippets"
import { chosenLanguage, type Language } from "../../text/Language.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Code } from "../../ui/Code.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Segments } from "../../ui/Segments.tsx"
import { Note } from "../../ui/Status.tsx"
import styles from "./FirstSteps.module.css"
import { useFreshKey } from "./KeyStep.tsx"

const topics = {
  en: { keywords: "coffee", language: "en" },
  "zh-Hant": { keywords: "咖啡", language: "zh-Hant" },
  ja: { keywords: "コーヒー", language: "ja" }
} as const satisfies Record<Language, object>

const search = {
  method: "GET",
  path: "/post/search",
  parameters: [
    { name: "keywords", in: "query" },
    { name: "language", in: "query" },
    { name: "limit", in: "query" }
  ]
} as const

export const firstCall = (language: Language) => ({
  operation: "searchPosts",
  parameters: { ...topics[language], limit: 3 }
})

/** The same call as a request, for the snippets. */
export const firstRequest = (baseUrl: string, language: Language) =>
  requestOf(baseUrl, search, firstCall(language).parameters)

interface Props {
  readonly baseUrl: string
  /** Undefined as long as it is not known. */
  readonly hasPlan: boolean | undefined
}

export const CallStep = ({ baseUrl, hasPlan }: Props) => {
  const t = useText()
  const language = chosenLanguage()
  const key = useFreshKey()
  const [chosen, setChosen] = useState<string>("curl")
  const snippet = snippetLanguages.find(({ id }) => id === chosen) ?? snippetLanguages[0]
  const run = usePortalMutation(
    () => call("playground.RunCall", firstCall(language)),
    ["usage.Balance", "usage.SummarizeUsage", "usage.ListUsage"]
  )
  return (
    <>
      <p>{t("firstSteps.call.text")}</p>
      <Segments
        label={t("firstSteps.call.language")}
        options={snippetLanguages.map(({ id, name }) => ({ value: id, label: name }))}
        value={snippet.id}
        onChange={setChosen}
      />
      <Code text={snippet.write(firstRequest(baseUrl, language), key)} language={snippet.name} />
      {key === undefined && <p className={styles["muted"]}>{t("firstSteps.call.variable")}</p>}
      <div className={styles["actions"]}>
        <Button kind="primary" disabled={hasPlan !== true} busy={run.isPending} onClick={() => run.mutate(undefined)}>
          {t("firstSteps.call.run")}
        </Button>
        {hasPlan === false && <span className={styles["muted"]}>{t("firstSteps.call.needsPlan")}</span>}
      </div>
      <Problem error={run.error} />
      {run.data !== undefined && (
        <>
          <Note tone="ok">
            {t("firstSteps.call.ran", {
              ms: run.data.durationMs,
              credits: run.data.consumed,
              left: run.data.remaining
            })}
          </Note>
          <Code text={JSON.stringify(run.data.body, null, 2)} language="JSON" />
        </>
      )}
    </>
  )
}
