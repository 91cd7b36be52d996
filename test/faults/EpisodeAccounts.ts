/** The accounts of an episode, with their endpoints and rules; some have few credits. */
import type { Thresholds } from "../../apps/server/test/support/oracle/Demand.ts"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount, giveCredits } from "../support/Operator.ts"
import type { Choices } from "../support/Seeds.ts"
import { eventPrice } from "./KillChecks.ts"

const accountsOfEpisode = 6
const enough = 100_000

export interface EpisodeAccount {
  readonly account: Account
  readonly endpoints: ReadonlyArray<string>
  /** Every rule there ever was, by its id. */
  readonly rules: Map<string, Thresholds>
}

const ruleOf = ({ of }: Choices): Thresholds => {
  const language = of<Thresholds>({}, {}, {}, {}, { language: "zh-Hant" }, { language: "zh-Hans" }, { language: "ja" })
  const keyword = of("台積", "咖啡", "AI", "コーヒー", "cat")
  const rule = of<Thresholds>(
    { keyword, likeCount: 10 },
    { keyword, likeCount: 50, replyCount: 5 },
    { keyword, viewCount: 20_000 },
    { lookbackHours: 1, likeCount: 500 },
    { lookbackHours: 24, likeCount: 500, replyCount: 100 },
    { lookbackHours: 72, viewCount: 20_000 }
  )
  return { ...rule, ...language }
}

/** A rule is known if its answer came; an identical one is refused. */
export const addRule = async (server: HeddleProcess, owner: EpisodeAccount, choices: Choices): Promise<void> => {
  const rule = ruleOf(choices)
  const endpoint = owner.endpoints[choices.below(owner.endpoints.length)]
  const made = await callApi(server, owner.account, "POST", `/webhook/endpoints/${endpoint}/rules`, rule).catch(
    () => null
  )
  if (made !== null) owner.rules.set(made.data.id, rule)
}

/** The deletion may have happened although its answer did not come. */
export const dropRule = async (server: HeddleProcess, owner: EpisodeAccount, { below }: Choices): Promise<void> => {
  const ids = [...owner.rules.keys()]
  const id = ids[below(ids.length)]
  if (id !== undefined) await callApi(server, owner.account, "DELETE", `/webhook/rules/${id}`).catch(() => undefined)
}

/** The rules that there are. Also notes those whose answer did not come. */
export const liveRules = async (server: HeddleProcess, owner: EpisodeAccount): Promise<ReadonlySet<string>> => {
  const { data } = await callApi(server, owner.account, "GET", "/webhook/endpoints")
  const live = new Set<string>()
  for (const endpoint of data) {
    for (const { id, ...rule } of endpoint.rules) {
      live.add(id)
      owner.rules.set(id, rule)
    }
  }
  return live
}

/** `server` has the slowest clock, since a plan begins by the clock of the process that grants it. */
export const makeAccounts = async (
  server: HeddleProcess,
  episode: string,
  url: (endpoint: number) => string,
  choices: Choices
): Promise<ReadonlyArray<EpisodeAccount>> => {
  const made: Array<EpisodeAccount> = []
  for (let index = 0; index < accountsOfEpisode; index += 1) {
    const credits = index % 3 === 2 ? choices.of(1, 2, 5) * eventPrice : enough
    const account = await createAccount(server, { plan: "standard", credits }, `${episode}-${index}@example.com`)
    const endpoints: Array<string> = []
    for (let count = 1 + choices.below(2); count > 0; count -= 1) {
      const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url: url(endpoints.length) })
      endpoints.push(endpoint.data.id)
    }
    const owner = { account, endpoints, rules: new Map() }
    for (let count = 2 + choices.below(3); count > 0; count -= 1) await addRule(server, owner, choices)
    made.push(owner)
  }
  return made
}

export const topUp = async (server: HeddleProcess, owners: ReadonlyArray<EpisodeAccount>): Promise<void> => {
  for (const { account } of owners) await giveCredits(server, account, { credits: enough })
}

/** Their rules match nothing of the next episode. */
export const removeEndpoints = async (server: HeddleProcess, owners: ReadonlyArray<EpisodeAccount>): Promise<void> => {
  for (const { account, endpoints } of owners) {
    for (const id of endpoints) await callApi(server, account, "DELETE", `/webhook/endpoints/${id}`)
  }
}
