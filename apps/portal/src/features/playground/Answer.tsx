/** What a call answered: drawn if it can be, as a table or its values, and as JSON to copy and keep. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { byteOrderMark, csvOf } from "@heddle/api/tables"
import { Effect, Stream } from "effect"
import { useMemo, useState } from "react"
import { formatDuration, sentenceGap } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Code, InlineCode } from "../../ui/Code.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Section } from "../../ui/Page.tsx"
import { Segments } from "../../ui/Segments.tsx"
import { Note } from "../../ui/Status.tsx"
import { drawingOf } from "./Answers.ts"
import type { CallValues } from "./CallValues.ts"
import { DetailsView } from "./DetailsView.tsx"
import { JsonTree } from "./JsonTree.tsx"
import { NextPage } from "./NextPage.tsx"
import styles from "./Playground.module.css"
import { ResultTable } from "./ResultTable.tsx"
import { ResultView } from "./ResultView.tsx"
import { detailsOf, listedRows, nextCall, noticesOf, type Row } from "./Rows.ts"

/** Saves what the page already has: nothing runs or is charged again. */
const saveAs = (name: string, type: string, parts: ReadonlyArray<BlobPart>): void => {
  const address = URL.createObjectURL(new Blob([...parts], { type }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

const saveCsv = async (
  name: string,
  rows: ReadonlyArray<Row>,
  columns: NonNullable<PlaygroundOperation["columns"]>
): Promise<void> => {
  const parts = await Effect.runPromise(Stream.runCollect(csvOf(rows, columns)))
  saveAs(`${name}.csv`, "text/csv", [byteOrderMark, ...parts.map((part) => new Uint8Array(part))])
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

/** The views that an answer has, the one that says most first. */
const viewsOf = (operation: PlaygroundOperation, body: unknown) => {
  const drawing = drawingOf(body)
  const rows = listedRows(body, operation.columns)
  const details = rows === undefined && drawing === undefined ? detailsOf(body) : undefined
  return { drawing, rows, details }
}

interface AnswerProps {
  readonly operation: PlaygroundOperation
  readonly ran: Ran
  /** The values with which it ran. */
  readonly values: CallValues
  /** Runs the call for the next page. */
  readonly run: (values: CallValues) => void
  readonly busy: boolean
}

export const Answer = ({ operation, ran, values, run, busy }: AnswerProps) => {
  const t = useText()
  const [chosen, setChosen] = useState("")
  const { name, columns } = operation
  const json = useMemo(() => JSON.stringify(ran.body, null, 2), [ran])
  const { drawing, rows, details } = useMemo(() => viewsOf(operation, ran.body), [operation, ran])
  const isEmpty = rows?.length === 0
  const isPosts = drawing?.kind === "posts" || drawing?.kind === "thread"
  const views = [
    ...(drawing === undefined
      ? []
      : [{ value: "drawn", label: t(isPosts ? "playground.view.posts" : "playground.view.chart") }]),
    ...(rows === undefined || isEmpty ? [] : [{ value: "table", label: t("ui.chart.table") }]),
    ...(details === undefined ? [] : [{ value: "details", label: t("playground.view.details") }]),
    { value: "tree", label: t("playground.view.tree") },
    { value: "json", label: "JSON" }
  ]
  const first = isEmpty ? "" : (views[0]?.value ?? "tree")
  const view = views.some(({ value }) => value === chosen) ? chosen : first
  const next = nextCall(ran.body, values)
  return (
    <Section
      title={t("playground.answer")}
      actions={
        <>
          <CopyButton text={json} label={t("playground.copy")} />
          {rows !== undefined && columns !== null && !isEmpty && (
            <Button onClick={() => void saveCsv(name, rows, columns)}>{t("playground.downloadCsv")}</Button>
          )}
          <Button onClick={() => saveAs(`${name}.json`, "application/json", [json])}>{t("playground.download")}</Button>
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
      {noticesOf(ran.body).map((notice) => (
        <Note key={notice} tone="info">
          <p lang="en">
            <InlineCode text={notice} />
          </p>
        </Note>
      ))}
      {isEmpty && <p>{t("playground.empty")}</p>}
      <Segments label={t("playground.view")} options={views} value={view} onChange={setChosen} />
      {view === "drawn" && drawing !== undefined && <ResultView drawing={drawing} operation={name} values={values} />}
      {view === "table" && rows !== undefined && columns !== null && (
        <ResultTable caption={t("playground.answer")} rows={rows} columns={columns} />
      )}
      {view === "details" && details !== undefined && <DetailsView details={details} />}
      {view === "tree" && <JsonTree value={ran.body} />}
      {view === "json" &&
        (json.length > longText ? (
          <Note tone="info">{t("playground.tooLong")}</Note>
        ) : (
          <Code text={json} language="JSON" copy={false} />
        ))}
      {next !== undefined && <NextPage operation={name} values={next} run={run} busy={busy} />}
    </Section>
  )
}
