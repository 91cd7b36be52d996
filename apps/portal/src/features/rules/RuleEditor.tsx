/** The form of a rule beside what it would match. */
import type { Rule, RuleId, RuleInput } from "@heddle/api/portal"
import { type ReactNode, useState } from "react"
import type { Failure } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { useDebouncedValue } from "../../ui/DebouncedValue.ts"
import { Form, FormActions } from "../../ui/Form.tsx"
import { Backtest } from "./Backtest.tsx"
import { failureOfFaults, faultsOf, inputOf, type KeptDraft, type RuleDraft } from "./Draft.ts"
import { RuleFields } from "./RuleFields.tsx"
import { RulePreview } from "./RulePreview.tsx"
import styles from "./Rules.module.css"

interface Props {
  readonly kept: KeptDraft
  readonly active: boolean
  /** That the operator allows. */
  readonly languages: ReadonlyArray<Rule["language"]>
  /** Whether there is something to save. */
  readonly savable: boolean
  readonly edited?: Rule["id"]
  readonly failure: Failure | undefined
  readonly busy: boolean
  /** The words of the button. */
  readonly action: string
  /** Beside the button, such as a way back. */
  readonly actions?: ReactNode
  /** What saving does to the draft as it stood when typing paused. */
  readonly note: (settled: RuleDraft) => ReactNode
  readonly onSave: (rule: RuleInput) => void
}

const previewOf = (edited: RuleId | undefined) => (edited === undefined ? {} : { edited })

export const RuleEditor = ({
  kept,
  active,
  languages,
  savable,
  edited,
  failure,
  busy,
  action,
  actions,
  note,
  onSave
}: Props) => {
  const t = useText()
  const { draft, change } = kept
  const [refused, setRefused] = useState<Failure>()
  const [settled, composition] = useDebouncedValue(draft)
  const save = () => {
    const faults = faultsOf(draft)
    setRefused(faults.length === 0 ? undefined : failureOfFaults(faults, t))
    if (faults.length === 0) onSave(inputOf(draft))
  }
  return (
    <div className={styles["editor"]}>
      <div {...composition}>
        <Form error={refused ?? failure} onSubmit={save}>
          <RuleFields draft={draft} languages={languages} change={change} />
          <div className={styles["note"]}>{note(settled)}</div>
          <FormActions>
            <Button kind="primary" type="submit" busy={busy} disabled={!savable}>
              {action}
            </Button>
            {actions}
          </FormActions>
        </Form>
      </div>
      <div className={styles["beside"]}>
        {active && <RulePreview draft={settled} {...previewOf(edited)} />}
        <Backtest draft={settled} active={active} />
      </div>
    </div>
  )
}
