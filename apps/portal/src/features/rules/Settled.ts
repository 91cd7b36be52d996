/** Values that wait until nobody types any more. */
import { useEffect, useState } from "react"

/** How long a pause in typing is. */
export const typingPauseMillis = 300

/** The value once it has not changed for a pause; while `held`, as during the composition of an input method, the last one. */
export const useSettled = <A>(value: A, held: boolean): A => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (held) return undefined
    const timer = setTimeout(() => setSettled(value), typingPauseMillis)
    return () => clearTimeout(timer)
  }, [value, held])
  return settled
}
