/**
 * SQL statements of the bare service, all but the search prepared by name. As few as the work allows: the key is checked
 * in the statement that does the rest.
 */

/** Checks the key, reads the balance and writes the usage entry. */
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

/** Checks the key and takes a hold from the first grant that covers it; no row means that one of them failed. */
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

/** Ends the hold, charges its grant and writes the usage entry. */
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
  author_id AS username, like_count, reply_count`

/**
 * Searches the product's posts, with its index of terms if the planner chooses it. Unnamed, so that it is planned for its
 * keyword and days: a generic plan takes seven times as long.
 */
export const searchPosts = (exact: boolean): string => `
  SELECT ${columns} FROM posts
  WHERE posted_at >= $4::timestamptz AND posted_at <= $5::timestamptz AND language = ANY ($1) AND terms @> $2::int[]
    ${exact ? "" : "AND strpos(token_text, $6) > 0"}
  ORDER BY posted_at DESC, code DESC LIMIT $3`
