/** Why the server cannot connect to PostgreSQL when it starts, and what the operator can do about it. */
import type { SqlError } from "effect/sql/SqlError"
import { statementReason } from "../../runtime/StatementText.ts"
import { DatabaseUnavailable } from "./DatabaseInfo.ts"

/** What the database or Node says, and what to do; `$1` is what the text names. Texts tell more cases apart than codes. */
const solutions: ReadonlyArray<readonly [RegExp, string]> = [
  [/role "(.*)" does not exist/, "Create the role with `createuser --pwprompt $1`, or correct DATABASE_URL."],
  [
    /database "(.*)" does not exist/,
    "Create the database with `createdb --encoding=UTF8 --template=template0 --owner=USER $1`, where USER is the user in DATABASE_URL, or correct DATABASE_URL."
  ],
  [/unsupported startup parameter: (\w+)/, "Add $1 to ignore_startup_parameters of the pooler."],
  [/server does not support TLS/i, "Set ssl = on in PostgreSQL, or remove sslmode from DATABASE_URL."],
  [/no encryption/, "PostgreSQL wants TLS: add sslmode=verify-full to DATABASE_URL."],
  [
    /does not match certificate/,
    "Use a name that is in the certificate as the host in DATABASE_URL, or issue a certificate with this name. sslmode=verify-ca does not compare names."
  ],
  [
    /self[- ]signed certificate|unable to (?:verify the first certificate|get (?:local )?issuer certificate)/,
    "Name the file with the certificate of the authority that signed it: sslmode=verify-full&sslrootcert=/path/to/ca.crt in DATABASE_URL."
  ],
  [/certificate (?:has expired|is not yet valid)/, "Renew the certificate of PostgreSQL, or correct the clock."]
]

const solutionFor = (details: string): string | undefined => {
  for (const [pattern, solution] of solutions) {
    const match = pattern.exec(details)
    if (match !== null) return solution.replaceAll("$1", match[1] ?? "")
  }
  return undefined
}

export const unavailable = (location: string, error: SqlError) => {
  const details = statementReason(error)
  const isAuthError =
    error.reason._tag === "AuthenticationError" ||
    error.reason._tag === "AuthorizationError" ||
    // PgBouncer says it with the code of a protocol error.
    /authentication failed/.test(details)
  return new DatabaseUnavailable({
    what: isAuthError
      ? `PostgreSQL at ${location} (DATABASE_URL) refused the user or password.`
      : `PostgreSQL at ${location} (DATABASE_URL) cannot be reached or used.`,
    details,
    solution:
      solutionFor(details) ??
      (isAuthError
        ? "Correct the user and password in DATABASE_URL."
        : "Start the server, correct DATABASE_URL, or remove it to use the embedded database.")
  })
}
