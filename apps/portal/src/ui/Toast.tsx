/**
 * One sentence that says that something was done, such as "Key renamed". It is announced, stands at the foot of the
 * page for a while, and takes no focus.
 */
import { useEffect, useState } from "react"
import { ToneIcon } from "./Status.tsx"
import styles from "./Toast.module.css"

const event = "heddle-toast"

/** Shows it. Call it when a change has succeeded. */
export const toast = (sentence: string): void => {
  window.dispatchEvent(new CustomEvent(event, { detail: sentence }))
}

/** Where it appears; the shell has one. */
export const Toast = () => {
  const [sentence, setSentence] = useState("")
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = (heard: Event) => {
      if (!(heard instanceof CustomEvent)) return
      setSentence(String(heard.detail))
      clearTimeout(timer)
      timer = setTimeout(() => setSentence(""), 6000)
    }
    window.addEventListener(event, hear)
    return () => {
      window.removeEventListener(event, hear)
      clearTimeout(timer)
    }
  }, [])
  return (
    <div role="status" className={styles["toast"]}>
      {sentence !== "" && (
        <span>
          <ToneIcon tone="ok" /> {sentence}
        </span>
      )}
    </div>
  )
}
