/** The diagnosis in words. Announced when it changes, as after a resend. */
import { sentenceGap } from "../../text/Formats.ts"
import { Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import { Note } from "../../ui/Status.tsx"
import { type Diagnosed, diagnosisOf } from "./Diagnosis.ts"

const owners = { customer: "delivery.yourTurn", us: "delivery.ourTurn", nobody: "delivery.nobodysTurn" } as const

export const Headline = ({ diagnosed }: { readonly diagnosed: Diagnosed }) => {
  const t = useText()
  const { tone, state, sentences, owner } = diagnosisOf(diagnosed)
  const [what, ...more] = sentences
  return (
    <div role="status">
      <Note tone={tone}>
        <p>
          <strong>{t("delivery.headline", { state: t(state), turn: t(owners[owner]) })}</strong>
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
