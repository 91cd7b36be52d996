/** A dialog over the page. The library that traps and returns the focus is downloaded when the first one opens. */
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react"

const load = () => import("./DialogPanel.tsx")
const DialogPanel = lazy(load)

export interface DialogProps {
  readonly open: boolean
  /** Called by Escape, by the close button, and by a press beside the dialog. */
  readonly onClose: () => void
  readonly title: string
  readonly children: ReactNode
  /** Buttons at the end; `Dialog` adds none. */
  readonly actions?: ReactNode
  /** Stays open until `open` changes: no Escape, no press beside it, no close button. */
  readonly held?: boolean | undefined
  readonly wide?: boolean | undefined
}

export const Dialog = (props: DialogProps) => {
  const { open } = props
  const [wasOpen, setWasOpen] = useState(open)
  if (open && !wasOpen) setWasOpen(true)
  // Whoever shows a closed dialog will likely open it: download it when nothing else is going on.
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), 1500)
    return () => clearTimeout(timer)
  }, [])
  return wasOpen ? (
    <Suspense fallback={null}>
      <DialogPanel {...props} />
    </Suspense>
  ) : null
}
