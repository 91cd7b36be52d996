/** The button for the next page, with what it costs at most. */
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import type { CallValues } from "./CallValues.ts"

interface NextPageProps {
  readonly operation: string
  readonly values: CallValues
  readonly run: (values: CallValues) => void
  readonly busy: boolean
}

export const NextPage = ({ operation, values, run, busy }: NextPageProps) => {
  const t = useText()
  const { data } = usePortalQuery("playground.EstimateCall", { operation, parameters: values })
  return (
    <p>
      <Button busy={busy} onClick={() => run(values)}>
        {data === undefined ? t("playground.next") : t("playground.next.price", { credits: data.estimate })}
      </Button>
    </p>
  )
}
