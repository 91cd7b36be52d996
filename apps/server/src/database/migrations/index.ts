/** All migrations in order, the same for both databases. A released migration never changes. */
import { accounts } from "./0001_accounts.ts"
import { credits } from "./0002_credits.ts"
import { posts } from "./0003_posts.ts"
import { webhooks } from "./0004_webhooks.ts"
import { ledger } from "./0005_ledger.ts"
import { idempotency } from "./0006_idempotency.ts"
import { purchases } from "./0007_purchases.ts"
import { notices } from "./0008_notices.ts"
import { replyIndex } from "./0009_reply_index.ts"
import { postDays } from "./0010_post_days.ts"
import { threadOrder } from "./0011_thread_order.ts"
import { sqlFunctions } from "./0012_sql_functions.ts"
import { postTextVersion } from "./0013_post_text_version.ts"
import { historyMonths } from "./0014_history_months.ts"
import { replyOrder } from "./0015_reply_order.ts"
import { processes } from "./0016_processes.ts"
import { delivery } from "./0017_delivery.ts"
import { refunds } from "./0018_refunds.ts"
import { recoveries } from "./0019_recoveries.ts"
import { listeners } from "./0020_listeners.ts"
import { users } from "./0021_users.ts"
import { oauth } from "./0022_oauth.ts"
import { keptRows } from "./0023_kept_rows.ts"
import { roundShards } from "./0024_round_shards.ts"
import { termShares } from "./0025_term_shares.ts"
import { embeddings } from "./0026_embeddings.ts"
import { libraryPosts } from "./0027_library_posts.ts"
import { forecastModels } from "./0028_forecast_models.ts"
import { accountSide } from "./0029_account_side.ts"
import { usageDays } from "./0030_usage_days.ts"
import { paymentCustomers } from "./0031_payment_customers.ts"
import { libraryVectors } from "./0032_library_vectors.ts"
import { usageNames } from "./0033_usage_names.ts"
import { providerAnswers } from "./0034_provider_answers.ts"
import { sources } from "./0035_sources.ts"
import { authorNames } from "./0036_author_names.ts"
import { networkChecks } from "./0037_network_checks.ts"
import { networkIds } from "./0038_network_ids.ts"
import { rollups } from "./0039_rollups.ts"
import { prominence } from "./0040_prominence.ts"
import { sourceLeases } from "./0041_source_leases.ts"
import { interactionsIndex } from "./0042_interactions_index.ts"
import { termIds } from "./0043_term_ids.ts"
import { simplifiedTerms } from "./0044_simplified_terms.ts"

export const migrations = {
  "0001_accounts": accounts,
  "0002_credits": credits,
  "0003_posts": posts,
  "0004_webhooks": webhooks,
  "0005_ledger": ledger,
  "0006_idempotency": idempotency,
  "0007_purchases": purchases,
  "0008_notices": notices,
  "0009_reply_index": replyIndex,
  "0010_post_days": postDays,
  "0011_thread_order": threadOrder,
  "0012_sql_functions": sqlFunctions,
  "0013_post_text_version": postTextVersion,
  "0014_history_months": historyMonths,
  "0015_reply_order": replyOrder,
  "0016_processes": processes,
  "0017_delivery": delivery,
  "0018_refunds": refunds,
  "0019_recoveries": recoveries,
  "0020_listeners": listeners,
  "0021_users": users,
  "0022_oauth": oauth,
  "0023_kept_rows": keptRows,
  "0024_round_shards": roundShards,
  "0025_term_shares": termShares,
  "0026_embeddings": embeddings,
  "0027_library_posts": libraryPosts,
  "0028_forecast_models": forecastModels,
  "0029_account_side": accountSide,
  "0030_usage_days": usageDays,
  "0031_payment_customers": paymentCustomers,
  "0032_library_vectors": libraryVectors,
  "0033_usage_names": usageNames,
  "0034_provider_answers": providerAnswers,
  "0035_sources": sources,
  "0036_author_names": authorNames,
  "0037_network_checks": networkChecks,
  "0038_network_ids": networkIds,
  "0039_rollups": rollups,
  "0040_prominence": prominence,
  "0041_source_leases": sourceLeases,
  "0042_interactions_index": interactionsIndex,
  "0043_term_ids": termIds,
  "0044_simplified_terms": simplifiedTerms
}
