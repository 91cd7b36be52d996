export type { PgLike, PostgresClient, PostgresJsLike, Row, Value } from "./PostgresClient.ts"
export { postgresStore, type PostgresStore, type PostgresStoreOptions, type TableOptions } from "./PostgresStore.ts"
export { createTableSql } from "./Table.ts"
