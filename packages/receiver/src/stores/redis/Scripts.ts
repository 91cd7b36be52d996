/**
 * One hash per event: `owner`, `until` (milliseconds, end of the lease) and, once handled, `done`. One key per script,
 * so a cluster can place it. The clock is the server's. Each is sent whole (EVAL): nothing to load, nothing to lose when
 * the server's cache is flushed or a replica takes over.
 */
const now = "local t = redis.call('TIME') local now = t[1] * 1000 + math.floor(t[2] / 1000) "
const read = "local e = redis.call('HMGET', KEYS[1], 'owner', 'until', 'done') "

/** ARGV: owner, lease, retention (ms). 0 when claimed, -1 when completed, else what is left of the other's lease. */
export const claimScript = `${now}${read}
if e[3] then return -1 end
if e[1] and e[1] ~= ARGV[1] and tonumber(e[2]) > now then return tonumber(e[2]) - now end
redis.call('HSET', KEYS[1], 'owner', ARGV[1], 'until', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2] + ARGV[3])
return 0`

/** ARGV: owner, lease, retention (ms). 1 when renewed. */
export const renewScript = `${now}${read}
if e[1] ~= ARGV[1] or e[3] then return 0 end
redis.call('HSET', KEYS[1], 'until', string.format('%.0f', now + ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[2] + ARGV[3])
return 1`

/** ARGV: owner, retention (ms). 1 when completed. */
export const completeScript = `${read}
if e[1] ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'done', '1')
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

/** ARGV: owner. 1 when released. */
export const releaseScript = `${read}
if e[1] ~= ARGV[1] or e[3] then return 0 end
redis.call('DEL', KEYS[1])
return 1`
