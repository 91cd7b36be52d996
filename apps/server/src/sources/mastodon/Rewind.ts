/**
 * Where the timeline is read again after an interruption; pure. An instance gives a post that reaches it late an id by the
 * time of the post, so that some of what was missed has lower ids than what was read last.
 */
const rewindMillis = 120_000
/** Mastodon's ids are milliseconds since 1970, shifted by 16 bits. Other servers have ids of other kinds. */
const snowflake = /^[0-9]{15,20}$/
const shift = 16n

export const rewound = (cursor: string): string =>
  snowflake.test(cursor) ? String(BigInt(cursor) - (BigInt(rewindMillis) << shift)) : cursor
