/** What went wrong, what to do about it, and the request id to name when asking for help. */
import { problemPath } from "@heddle/api/problems"
import { failureOf, type Failure } from "../rpc/Failure.ts"
import type { TextId } from "../text/TextId.ts"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import styles from "./Problem.module.css"
import { Note } from "./Status.tsx"

export interface ProblemProps {
  /** Whatever a call failed with; nothing is shown for null and undefined. */
  readonly error: unknown
  readonly retry?: (() => void) | undefined
}

const sentences = {
  SessionEnded: "ui.problem.sessionEnded",
  SignInAgain: "ui.problem.signInAgain",
  Unreachable: "ui.problem.unreachable"
} as const satisfies Record<Exclude<Failure["_tag"], "Problem">, TextId>

/** In another tab, so that nothing on this page is lost. */
const signInAgain = () => `/sign-in?again=1&return_to=${encodeURIComponent("/portal/signed-in")}`

const What = ({ failure }: { readonly failure: Failure }) => {
  const t = useText()
  if (failure._tag === "SignInAgain") {
    return (
      <>
        <p>{t(sentences.SignInAgain)}</p>
        <p>
          <a href={signInAgain()} target="_blank" rel="opener">
            {t("ui.problem.signIn")}
          </a>
        </p>
      </>
    )
  }
  if (failure._tag !== "Problem") return <p>{t(sentences[failure._tag])}</p>
  // The detail says the same as the errors, in one line.
  const { code, detail, errors, requestId } = failure.problem
  return (
    <>
      {errors.length < 2 && <p lang="en">{detail}</p>}
      {errors.length > 1 && (
        <ul className={styles["fields"]} lang="en">
          {errors.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      <p>
        <a href={problemPath(code)} target="_blank" rel="noreferrer">
          {t("ui.problem.page")}
        </a>
      </p>
      {requestId !== null && (
        <p className={styles["request"]}>
          {t("ui.problem.requestId")} <code>{requestId}</code>
        </p>
      )}
    </>
  )
}

export const Problem = ({ error, retry }: ProblemProps) => {
  const t = useText()
  if (error === undefined || error === null) return null
  const failure = failureOf(error)
  return (
    <div role="alert">
      <Note tone="danger">
        <What failure={failure} />
        {retry !== undefined && <Button onClick={retry}>{t("ui.problem.retry")}</Button>}
      </Note>
    </div>
  )
}
