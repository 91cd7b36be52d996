/** All `HEDDLE_TEST_*` variables. CONTRIBUTING.md describes them, and a test compares the two lists. */
import { Config, Effect, Option } from "effect"

const optionalThings = [
  "POSTGRES",
  "PGLITE",
  "PGVECTOR",
  "LONG",
  "REDIS",
  "RUNTIMES",
  "OLDEST_NODE",
  "MCP_CLIENTS",
  "REFERENCE_CLIENTS",
  "DEPLOY_SCHEMAS",
  "SHARED_DATA",
  "PROCFS",
  "PYTHON",
  "GO",
  "JAVA",
  "PHP",
  "RUBY",
  "SYSTEMD",
  "CHROMIUM",
  "BUDGET",
  "PGBOUNCER",
  "LAST_RELEASE",
  "CITUS"
] as const

export type OptionalThing = (typeof optionalThings)[number]

const requiredVariable = (thing: OptionalThing) => `HEDDLE_TEST_REQUIRE_${thing}` as const
const runsVariable = "HEDDLE_TEST_RUNS"
export const seedVariable = "HEDDLE_TEST_SEED"
const sharedDataVariable = "HEDDLE_TEST_SHARED_DATA"
const recordVariable = "HEDDLE_TEST_RECORD"
const releaseVariable = "HEDDLE_TEST_RELEASE"
const upgradeFromVariable = "HEDDLE_TEST_UPGRADE_FROM"
const poolerVariable = "HEDDLE_TEST_POOLER"
const citusVariable = "HEDDLE_TEST_CITUS"

export const testVariables: ReadonlyArray<string> = [
  runsVariable,
  seedVariable,
  sharedDataVariable,
  recordVariable,
  releaseVariable,
  upgradeFromVariable,
  poolerVariable,
  citusVariable,
  ...optionalThings.map(requiredVariable)
]

const read = <A>(config: Config.Config<A>): A => Effect.runSync(config)

/** The variable that turns a skipped test into a failure, and whether it is set. */
export const requirement = (thing: OptionalThing) => {
  const variable = requiredVariable(thing)
  return { variable, isRequired: read(Config.Boolean(variable).pipe(Config.withDefault(false))) }
}

/** Multiplies the default number of seeds, cases and kills. */
export const runsFactor = read(Config.Finite(runsVariable).pipe(Config.withDefault(1)))

/** Undefined when each property chooses its own. */
export const chosenSeed = Option.getOrUndefined(read(Config.option(Config.Int(seedVariable))))

/** The folder of posts and texts by other people, which we may not publish. */
export const sharedDataFolder = Option.getOrUndefined(read(Config.option(Config.String(sharedDataVariable))))

/** Whether the tests of the database reach PostgreSQL through PgBouncer. */
export const isThroughPooler = read(Config.Boolean(poolerVariable).pipe(Config.withDefault(false)))

/** The folder of the programs of a PostgreSQL with Citus, on which the tests of the database run then. */
export const citusFolder = Option.getOrUndefined(read(Config.option(Config.String(citusVariable))))

/** Whether to replace the recorded answers of the API with those of the embedded database. */
export const isRecording = read(Config.Boolean(recordVariable).pipe(Config.withDefault(false)))

/** The folder of a release to prove, instead of one that the test makes. */
export const releaseFolder = Option.getOrUndefined(read(Config.option(Config.String(releaseVariable))))

/** The commit from which upgrades are tested, instead of that of the last release. */
export const upgradeFrom = Option.getOrUndefined(read(Config.option(Config.String(upgradeFromVariable))))
