/** The cause in words, and whose turn it is. Announced when it changes, as after a resend. */
import { sentenceGap } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Words } from "../../text/Words.tsx"
import { Note } from "../../ui/Status.tsx"
import { causeOf, type Told } from "./Diagnosis.ts"

const turns = { yours: "delivery.yourTurn", ours: "delivery.ourTurn", nobody: "delivery.nobodysTurn" } as const

export const Headline = ({ told }: { readonly told: Told }) => {
  const t = useText()
  const { tone, state, sentences, turn } = causeOf(told)
  const [what, ...more] = sentences
  return (
    <div role="status">
      <Note tone={tone}>
        <p>
          <strong>{t("delivery.headline", { state: t(state), turn: t(turns[turn]) })}</strong>
        </p>
        {what !== undefined && (
          <p>
            <Words phrase={what} />
          </p>
        )}
        {more.length > 0 && (
          <p>
            {more.map((phrase) => (
              <span key={phrase.id}>
                <Words phrase={phrase} />
                {sentenceGap()}
              </span>
            ))}
          </p>
        )}
      </Note>
    </div>
  )
}
