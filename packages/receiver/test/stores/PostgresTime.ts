/** Moves every lease and every expiry of the table into the past, as if that much time had gone by. */
export const advanceSql = (table: string, seconds: number): string =>
  `UPDATE ${table} SET lease_until = lease_until - interval '${seconds} seconds', ` +
  `expires_at = expires_at - interval '${seconds} seconds'`
