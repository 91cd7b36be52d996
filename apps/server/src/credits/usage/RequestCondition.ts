/** Finds the entry of one request without an index of all their ids, which every call would pay for. */
import type { SqlClient, Statement } from "effect/sql"
import { decodeTime } from "ulid"
import { hourMillis } from "../../runtime/Time.ts"

/** Ids that we give begin with the time of the request. The index `usage_entries_requests` has the others alone. */
const ours = "^req_[0-7][0-9A-HJKMNP-TV-Z]{25}$"

/** An entry is written long before this time after its request. */
const settledMillis = hourMillis

export const requestCondition = (sql: SqlClient.SqlClient, requestId: string): Statement.Fragment => {
  // Written as in the index, which would not be used otherwise.
  if (!new RegExp(ours).test(requestId))
    return sql`request_id = ${requestId} AND request_id !~ ${sql.literal(`'${ours}'`)}`
  const at = decodeTime(requestId.slice("req_".length))
  return sql`request_id = ${requestId}
    AND time >= ${new Date(at - settledMillis)} AND time < ${new Date(at + settledMillis)}`
}
