/**
 * The statements of the bare service, prepared by name but for the search. There are as few of them as the work allows:
 * a key is proved in the statement that does the rest.
 */

/** The key, the balance and the row of the usage history at once. */
export const balance = {
  name: "balance",
  text: `
    WITH caller AS (
      SELECT a.id, a.plan, a.plan_ends_at FROM bare_keys k JOIN bare_accounts a ON a.id = k.account_id
      WHERE k.hash = $1 AND k.revoked_at IS NULL
    ), used AS (
      INSERT INTO bare_usage SELECT id, $2, now(), 0, 'balance', '{}' FROM caller
    )
    SELECT plan, extract(epoch FROM plan_ends_at)::bigint AS plan_ends_at,
      (SELECT coalesce(sum(g.amount - g.spent - g.held), 0)::bigint FROM bare_grants g
        WHERE g.account_id = caller.id AND g.expires_at > now()) AS remaining_credits,
      (SELECT coalesce(sum(h.amount), 0)::bigint FROM bare_holds h
        WHERE h.account_id = caller.id AND h.deadline > now()) AS held_credits
    FROM caller`
}

/** The key and a hold from the first grant with room for it; no row means that either is missing. */
export const hold = {
  name: "hold",
  text: `
    WITH fitting AS (
      SELECT g.account_id, g.id FROM bare_keys k JOIN bare_grants g ON g.account_id = k.account_id
      WHERE k.hash = $1 AND k.revoked_at IS NULL AND g.expires_at > now() AND g.amount - g.spent - g.held >= $3
      ORDER BY g.expires_at, g.id LIMIT 1
    ), moved AS (
      UPDATE bare_grants g SET held = g.held + $3 FROM fitting f
      WHERE g.account_id = f.account_id AND g.id = f.id AND g.amount - g.spent - g.held >= $3
      RETURNING g.account_id, g.id
    )
    INSERT INTO bare_holds SELECT $2, account_id, id, $3, now() + interval '120 s' FROM moved RETURNING account_id`
}

/** Ends the hold, charges its grant and writes the row of the usage history. */
export const settle = {
  name: "settle",
  text: `
    WITH ended AS (
      DELETE FROM bare_holds WHERE id = $1 RETURNING account_id, grant_id, amount
    ), moved AS (
      UPDATE bare_grants g SET held = g.held - e.amount, spent = g.spent + $2 FROM ended e
      WHERE g.account_id = e.account_id AND g.id = e.grant_id RETURNING g.account_id
    )
    INSERT INTO bare_usage SELECT account_id, $1, now(), $2, 'keywords', $3 FROM moved`
}

const columns = `code, url, caption, language, is_reply, extract(epoch FROM posted_at)::bigint AS post_timestamp,
  username, like_count, reply_count`

/**
 * The product's own posts by the product's own index of terms; the planner decides whether it uses it. Without a name,
 * so that it is planned with its keyword and its days: a plan for any keyword takes seven times as long.
 */
export const searchPosts = (exact: boolean): string => `
  SELECT ${columns} FROM posts
  WHERE posted_at >= $4::timestamptz AND posted_at <= $5::timestamptz AND language = ANY ($1) AND terms @> $2::int[]
    ${exact ? "" : "AND strpos(token_text, $6) > 0"}
  ORDER BY posted_at DESC, code DESC LIMIT $3`
