/** One post of an answer, in its own language. Pictures are never loaded. */
import { formatNumber } from "../../text/Formats.ts"
import { languageTagOf } from "../../text/Language.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import type { PostRow } from "./Answers.ts"
import styles from "./Playground.module.css"

export const PostItem = ({ post }: { readonly post: PostRow }) => {
  const t = useText()
  const { caption, username, language, post_timestamp, like_count, reply_count, relevance_score, value } = post
  const facts = [
    value === undefined ? undefined : t("playground.post.value", { n: value }),
    typeof like_count === "number" ? t("playground.post.likes", { n: like_count }) : undefined,
    typeof reply_count === "number" ? t("playground.post.replies", { n: reply_count }) : undefined,
    relevance_score === undefined
      ? undefined
      : t("playground.post.relevance", { n: formatNumber(relevance_score, { maximumFractionDigits: 3 }) })
  ].filter((fact) => fact !== undefined)
  return (
    <article className={styles["post"]}>
      <p className={styles["by"]}>
        <b>@{username}</b> <Time at={new Date(post_timestamp * 1000).toISOString()} /> {facts.join(" · ")}
      </p>
      <p lang={languageTagOf(language)}>{caption}</p>
    </article>
  )
}
