/** A dialog over the page. The library that traps and returns the focus is downloaded when the first one opens. */
import { lazy, Suspense, useEffect, useState } from "react"
import type { DialogProps } from "./DialogPanel.tsx"

const load = () => import("./DialogPanel.tsx")
const DialogPanel = lazy(load)

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
