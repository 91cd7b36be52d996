/** Posts that the rule would send. Strangers wrote them: text only, in the language of each. */
import type { RulePreview } from "@heddle/api/portal"
import { formatNumber } from "../../text/Formats.ts"
import { languageTagOf, webAddressOf } from "../../text/Post.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import styles from "./Examples.module.css"

type Post = RulePreview["examples"][number]

const Example = ({ post }: { readonly post: Post }) => {
  const t = useText()
  const address = webAddressOf(post.url)
  return (
    <li className={styles["post"]}>
      <p lang={languageTagOf(post.language)} dir="auto" className={styles["caption"]}>
        {post.caption}
      </p>
      <p className={styles["about"]}>
        <span translate="no">@{post.username}</span>
        <span>{t("rule.likes", { count: post.like_count })}</span>
        <span>{t("rule.replies", { count: post.reply_count })}</span>
        {post.impression_count !== null && (
          <span>{t("preview.views", { views: formatNumber(post.impression_count) })}</span>
        )}
        <Time at={new Date(post.post_timestamp * 1000).toISOString()} kind="relative" />
        {address !== undefined && (
          <a href={address} rel="noreferrer" target="_blank">
            {t("preview.open")}
          </a>
        )}
      </p>
    </li>
  )
}

export const Examples = ({ posts }: { readonly posts: ReadonlyArray<Post> }) => {
  const t = useText()
  if (posts.length === 0) return <p>{t("preview.none")}</p>
  return (
    <>
      <h3>{t("preview.examples", { count: posts.length })}</h3>
      <ul className={styles["posts"]}>
        {posts.map((post) => (
          <Example key={post.code} post={post} />
        ))}
      </ul>
    </>
  )
}
