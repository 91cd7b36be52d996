/** A value that waits for a pause in typing. */
import { useEffect, useState } from "react"

const pauseMillis = 300

/** The value once nobody has changed it for a moment. While an input method composes characters, it stays as it was. */
export const useDebouncedValue = <A>(value: A) => {
  const [debounced, setDebounced] = useState(value)
  const [composing, setComposing] = useState(false)
  useEffect(() => {
    if (composing) return undefined
    const timer = setTimeout(() => setDebounced(value), pauseMillis)
    return () => clearTimeout(timer)
  }, [value, composing])
  /** For the element around the inputs. */
  const composition = {
    onCompositionStart: () => setComposing(true),
    onCompositionEnd: () => setComposing(false)
  }
  return [debounced, composition] as const
}
