/**
 * `docs/shared-resources.md` names every file that holds something which several sources share: what limits, queues,
 * caches or counts. A new one needs a row there, with what one source can take of it, or a line below.
 */
import { assert, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"

const root = new URL("../../../../", import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), "utf8")

const primitives = [
  /\bSemaphore\.make/,
  /\bQueue\.(bounded|unbounded|sliding|dropping|make)\b/,
  /\bPubSub\./,
  /\bCache\.make/,
  /\bEffect\.cachedWithTTL\b/,
  /\bmakeConcurrencyLimit[(<]/,
  /\bmakeRate(?:<\w+>)?\(/,
  /\bnew Agent\(/
]

/** Something is taken out of it again, so it lives longer than the work of one call. */
const keptCollection = (text: string): boolean =>
  [...text.matchAll(/\b(?:const|let) (\w+)(?:: [^=\n]+)? = new (?:Map|Set)(?:<[^;\n]*>)?\(\)/g)].some(([, name = ""]) =>
    new RegExp(`\\b${name}\\.(delete|clear)\\(`).test(text)
  )

/** `const maxStreams = 200`; the size of one thing is no share. */
const cap =
  /\bconst (?:max|most)(?!\w*(?:Bytes|Length|Characters|Millis|Seconds|Days|Distance|Tokens|Age|Jitter)\b)\w+ ?=|\bconst \w+(?:AtOnce|Capacity|PerMinute|AtMost) ?=/

const isShared = (text: string): boolean =>
  primitives.some((primitive) => primitive.test(text)) || keptCollection(text) || cap.test(text)

/** What such a line is there for instead. */
const notShared: Readonly<Record<string, ReadonlyArray<string>>> = {
  "parts of one post, account, body, message or file": [
    "accounts/oauth/Application.ts",
    "accounts/oauth/ClientPolicy.ts",
    "accounts/sign-in/KnownBrowsers.ts",
    "embeddings/providers/HttpEmbedder.ts",
    "embeddings/vectors/VectorTables.ts",
    "operations/parameters/InputFaults.ts",
    "sources/bluesky/appview/AppViewPost.ts",
    "sources/bluesky/records/Records.ts",
    "sources/mastodon/StatusChange.ts",
    "store/Change.ts",
    "store/ChangeTexts.ts",
    "transport/docs/Search.ts",
    "transport/portal/UsageHandlers.ts",
    "transport/portal/UsageRange.ts",
    "webhooks/delivery/LoggedHeaders.ts"
  ],
  "rows of one statement or transaction": [
    "credits/ledger/LedgerAudit.ts",
    "credits/usage/UsageRetention.ts",
    "queries/forecast/Forecasts.ts",
    "queries/semantic/Passes.ts",
    "queries/semantic/TopicTerms.ts",
    "store/authors/AuthorNames.ts",
    "store/batches/SourceBatches.ts",
    "store/forecasts/TrainingSample.ts",
    "store/gains/FollowerGains.ts",
    "store/posts/PostPartitions.ts",
    "store/rollups/RollupCounts.ts",
    "store/scan/ChunkedScan.ts",
    "webhooks/matching/Scans.ts"
  ],
  "attempts of one task, and numbers of a contract": [
    "billing/providers/LocalPaymentStore.ts",
    "billing/providers/stripe/StripeClient.ts",
    "billing/providers/stripe/StripePayments.ts",
    "mail/MailTask.ts",
    "operator/Fields.ts",
    "runtime/CallTimings.ts",
    "runtime/SettingNames.ts",
    "runtime/TrialSetting.ts",
    "webhooks/delivery/RetryPolicy.ts"
  ],
  "connections of our own, bounded by their pool": [
    "database/client/WritableHost.ts",
    "store/retention/PostMaintenance.ts"
  ],
  "the limit itself": ["runtime/ConcurrencyLimit.ts"],
  "the invented network, and locks of a folder": [
    "database/pglite/DataDirLock.ts",
    "sources/bluesky/EventBatch.ts",
    "sources/simulation/Engagement.ts",
    "sources/simulation/Slots.ts"
  ]
}

const named = (page: string): ReadonlySet<string> =>
  new Set(
    Array.from(page.matchAll(/^\|[^|]*\|/gm), ([cell]) => cell).flatMap((cell) =>
      Array.from(cell.matchAll(/`([\w/-]+\.ts)`/g), ([, path = ""]) => path)
    )
  )

it("every limit, queue, cache and cap of the server has a row, and every row has its file", () => {
  const sources = globSync("apps/server/src/**/*.ts", { cwd: root.pathname }).map((path) =>
    path.replace("apps/server/src/", "")
  )
  const holders = sources.filter((path) => isShared(read(`apps/server/src/${path}`)))
  const rows = named(read("docs/shared-resources.md"))
  const excused = Object.values(notShared).flat()
  assert.deepStrictEqual(
    holders.filter((path) => !rows.has(path) && !excused.includes(path)),
    [],
    "without a row"
  )
  assert.deepStrictEqual(
    [...rows].filter((path) => !sources.includes(path)),
    [],
    "rows without a file"
  )
  assert.deepStrictEqual(
    excused.filter((path) => !holders.includes(path) || rows.has(path)),
    [],
    "needless exceptions"
  )
})
