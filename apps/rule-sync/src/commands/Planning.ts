/** Parameters of the commands that plan, and how they do. */
import { Config, Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { checkLanguages } from "../apply/Previews.ts"
import { planNow } from "../apply/RuleMapFile.ts"
import { loadFiles } from "../files/LoadFiles.ts"
import { formatPosition } from "../plan/Problem.ts"
import { printProblems, writeFile, WrongUse } from "./Shared.ts"

export const ruleMapParameter = {
  ruleMap: Flag.String("rule-map").pipe(
    Flag.withDescription("The file that remembers which rules replaced which, for deferred handovers and the receiver"),
    Flag.optional,
    Flag.map(Option.getOrNull)
  )
}

export const safetyParameters = {
  allowEmpty: Flag.Boolean("allow-empty").pipe(
    Flag.withDescription("Delete all rules of endpoints that have none in the file"),
    Flag.withDefault(false)
  ),
  allowDeletes: Flag.Int("allow-deletes").pipe(
    Flag.withDescription("Delete up to this many rules, even if they are most of an endpoint or of the file"),
    Flag.withDefault(0)
  ),
  allowCopies: Flag.Boolean("allow-copies").pipe(
    Flag.withDescription("Create endpoints whose rules another endpoint has, which the file does not name"),
    Flag.withDefault(false)
  ),
  maxResend: Flag.Int("max-resend").pipe(
    Flag.withDescription("Refuse if replaced rules would send more than this many posts again"),
    Flag.optional,
    Flag.map(Option.getOrNull)
  )
}

/** Reads the files and plans against the current state of the API. */
export const planFiles = Effect.fnUntraced(function* (paths: ReadonlyArray<string>, ruleMap: string | null) {
  const { warnings, ...desired } = yield* loadFiles(paths)
  yield* printProblems("warning", warnings)
  const deferred = desired.endpoints.flatMap(({ rules }) => rules).find(({ handover }) => handover === "deferred")
  if (ruleMap === null && deferred !== undefined) {
    return yield* new WrongUse({
      message: `${formatPosition(deferred.position)}: a deferred handover needs --rule-map FILE, which remembers the rules that are still to be created.`
    })
  }
  const planned = yield* planNow(desired, ruleMap)
  yield* checkLanguages(planned.plan)
  return planned
})

/** The page of the job in GitHub Actions. */
export const toStepSummary = Effect.fnUntraced(function* (markdown: () => string) {
  const path = yield* Effect.orElseSucceed(Config.option(Config.String("GITHUB_STEP_SUMMARY")), Option.none)
  if (Option.isSome(path)) yield* writeFile(path.value, markdown(), "a")
})
