/** Copies a text and says so. */
import { Check, Copy } from "lucide-react"
import { useEffect, useState } from "react"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"

export interface CopyButtonProps {
  readonly text: string
  /** What is copied, such as "Copy key". */
  readonly label?: string
  readonly onCopied?: () => void
}

/** Without https the clipboard is closed to scripts; a selection still works. */
const copy = async (text: string): Promise<boolean> => {
  if (!window.isSecureContext) return false
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false
  )
}

type State = "ready" | "copied" | "refused"

export const CopyButton = ({ text, label, onCopied }: CopyButtonProps) => {
  const t = useText()
  const [state, setState] = useState<State>("ready")
  useEffect(() => {
    if (state === "ready") return undefined
    const timer = setTimeout(() => setState("ready"), 4000)
    return () => clearTimeout(timer)
  }, [state])
  const words = { ready: label ?? t("ui.copy"), copied: t("ui.copied"), refused: t("ui.copyRefused") } as const
  const onClick = async () => {
    const done = await copy(text)
    setState(done ? "copied" : "refused")
    if (done) onCopied?.()
  }
  return (
    <Button onClick={() => void onClick()}>
      {state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
      <span role={state === "ready" ? undefined : "status"}>{words[state]}</span>
    </Button>
  )
}
