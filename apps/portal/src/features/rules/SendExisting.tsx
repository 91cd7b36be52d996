/** The choice of a new rule: whether it sends the posts that match already, beside how many they are and what they cost. */
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Checkbox } from "../../ui/Inputs.tsx"
import { faultsOf, inputOf, type KeptDraft, type RuleDraft } from "./Draft.ts"

interface CostProps {
  /** As it stood when typing paused. */
  readonly settled: RuleDraft
  readonly sent: boolean
}

const Cost = ({ settled, sent }: CostProps) => {
  const t = useText()
  // The same question as that of the preview beside the form, so it is asked once.
  const { data, isFetching } = usePortalQuery("webhooks.PreviewRule", inputOf(settled))
  if (data === undefined) return null
  const { matches, credits } = data.preview
  return (
    <p aria-busy={isFetching}>
      {matches === 0
        ? t("rule.existing.none")
        : t(sent ? "rule.existing.sent" : "rule.existing.leftOut", { matches, credits })}
    </p>
  )
}

interface Props {
  readonly kept: KeptDraft
  readonly settled: RuleDraft
  readonly active: boolean
}

export const SendExisting = ({ kept: { draft, change }, settled, active }: Props) => {
  const t = useText()
  return (
    <>
      <Checkbox
        name="sendExisting"
        checked={draft.sendExisting}
        onChange={(event) => change({ sendExisting: event.currentTarget.checked })}
      >
        {t("rule.sendExisting")}
      </Checkbox>
      {active && faultsOf(settled).length === 0 && <Cost settled={settled} sent={draft.sendExisting} />}
    </>
  )
}
