/** What a call answered: drawn if it can be, as a tree, and as JSON to copy and keep. */
import { useMemo, useState } from "react"
import { formatDuration, sentenceGap } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Code } from "../../ui/Code.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Section } from "../../ui/Page.tsx"
import { Segments } from "../../ui/Segments.tsx"
import { Note } from "../../ui/Status.tsx"
import { drawingOf } from "./Answers.ts"
import styles from "./Playground.module.css"
import { ResultView } from "./ResultView.tsx"

/** JSON that opens and closes. What is closed is not drawn. */
interface NodeProps {
  readonly name: string | undefined
  readonly value: unknown
  readonly isOpen: boolean
}

const Name = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : <span className={styles["key"]}>{name}: </span>

const Branch = ({ name, value, isOpen }: NodeProps & { readonly value: object }) => {
  const t = useText()
  const [open, setOpen] = useState(isOpen)
  const entries = Object.entries(value)
  const size = Array.isArray(value)
    ? t("playground.items", { n: entries.length })
    : t("playground.fields", { n: entries.length })
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Name name={name} />
        <span className={styles["size"]}>{size}</span>
      </summary>
      {open && (
        <ul>
          {entries.map(([key, item]) => (
            <li key={key}>
              <Node name={key} value={item} isOpen={false} />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

const Node = ({ name, value, isOpen }: NodeProps) =>
  typeof value === "object" && value !== null ? (
    <Branch name={name} value={value} isOpen={isOpen} />
  ) : (
    <span className={styles["leaf"]}>
      <Name name={name} />
      {typeof value === "string" ? value : <code>{JSON.stringify(value)}</code>}
    </span>
  )

const JsonTree = ({ value }: { readonly value: unknown }) => (
  <div className={styles["tree"]} translate="no">
    <Node name={undefined} value={value} isOpen />
  </div>
)

/** Saves a text that the page already has. */
const saveAs = (name: string, text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export interface Ran {
  readonly body: unknown
  readonly consumed: number
  readonly remaining: number
  readonly durationMs: number
  readonly requestId: string | null
}

/** A browser takes long to lay out more text than this. */
const longText = 200_000

export const Answer = ({ operation, ran }: { readonly operation: string; readonly ran: Ran }) => {
  const t = useText()
  const [chosen, setChosen] = useState("drawn")
  const json = useMemo(() => JSON.stringify(ran.body, null, 2), [ran])
  const drawing = useMemo(() => drawingOf(ran.body), [ran])
  const views = [
    ...(drawing === undefined
      ? []
      : [{ value: "drawn", label: t(drawing.kind === "posts" ? "playground.view.posts" : "playground.view.chart") }]),
    { value: "tree", label: t("playground.view.tree") },
    { value: "json", label: "JSON" }
  ]
  const view = views.some(({ value }) => value === chosen) ? chosen : "tree"
  return (
    <Section
      title={t("playground.answer")}
      actions={
        <>
          <CopyButton text={json} label={t("playground.copy")} />
          <Button onClick={() => saveAs(`${operation}.json`, json)}>{t("playground.download")}</Button>
        </>
      }
    >
      <p role="status">
        {t("playground.ran", {
          time: formatDuration(ran.durationMs),
          credits: ran.consumed,
          left: ran.remaining
        })}
        {sentenceGap()}
        {ran.requestId !== null && (
          <span className={styles["request"]}>
            {t("ui.problem.requestId")} <code>{ran.requestId}</code>
          </span>
        )}
      </p>
      <Segments label={t("playground.view")} options={views} value={view} onChange={setChosen} />
      {view === "drawn" && drawing !== undefined && <ResultView drawing={drawing} />}
      {view === "tree" && <JsonTree value={ran.body} />}
      {view === "json" &&
        (json.length > longText ? (
          <Note tone="info">{t("playground.tooLong")}</Note>
        ) : (
          <Code text={json} language="JSON" copy={false} />
        ))}
    </Section>
  )
}
