/** Posts and accounts for which every query has an answer with rows. */

const now = Math.floor(Date.now() / 1_000)

const caption = "台積電股價又創新高了，這個月都在漲"

export const answeredPosts = [
  { type: "user", username: "ann", full_name: "Ann", follower_count: 10, observed_at: now - 90_000 },
  { type: "user", username: "ann", follower_count: 25, following_count: 1, post_count: 3, observed_at: now - 60 },
  ...["a", "b", "c"].map((code, index) => ({
    type: "post",
    code,
    caption,
    username: "ann",
    post_timestamp: now - 7_200 - index,
    like_count: 20 * (index + 1)
  })),
  {
    type: "post",
    code: "r",
    caption: "同意",
    username: "bob",
    post_timestamp: now - 3_600,
    reply_to: "a",
    like_count: 7
  }
]
