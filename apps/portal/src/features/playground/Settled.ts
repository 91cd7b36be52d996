/** A value once nobody has changed it for a moment. While characters are being composed it does not count as settled. */
import { useEffect, useState } from "react"

export const useSettled = <A>(value: A, composing: boolean, pause = 400): A => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (composing) return undefined
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, composing, pause])
  return settled
}
