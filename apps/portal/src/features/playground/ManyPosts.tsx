/** Up to 3,000 posts, of which only those in view are drawn. */
import { useVirtualizer } from "@tanstack/react-virtual"
import { useRef } from "react"
import { useText } from "../../text/Text.tsx"
import type { PostRow } from "./Answers.ts"
import styles from "./Playground.module.css"
import { PostItem } from "./PostItem.tsx"

const ManyPosts = ({ posts }: { readonly posts: ReadonlyArray<PostRow> }) => {
  const t = useText()
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: posts.length,
    getScrollElement: () => frame.current,
    estimateSize: () => 96,
    overscan: 8
  })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div ref={frame} className={styles["frame"]} tabIndex={0} role="region" aria-label={t("playground.view.posts")}>
      <ol className={styles["many"]} style={{ blockSize: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ key, index, start }) => {
          const post = posts[index]
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={posts.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {post !== undefined && <PostItem post={post} />}
            </li>
          )
        })}
      </ol>
    </div>
  )
}

export default ManyPosts
