/** Each procedure is looked for in the group that declares it. */
import {
  AccountRpcs,
  BillingRpcs,
  DeliveryRpcs,
  KeyRpcs,
  PlaygroundRpcs,
  PortalRpcs,
  StatusRpcs,
  UsageRpcs,
  WebhookRpcs
} from "@heddle/api/portal"
import { expect, test } from "vitest"
import { type GroupName, homes, isProcedure, isStreaming } from "../../src/rpc/Groups.ts"

const requests: Readonly<Record<GroupName, ReadonlyMap<string, unknown>>> = {
  account: AccountRpcs.requests,
  billing: BillingRpcs.requests,
  deliveries: DeliveryRpcs.requests,
  keys: KeyRpcs.requests,
  playground: PlaygroundRpcs.requests,
  status: StatusRpcs.requests,
  usage: UsageRpcs.requests,
  webhooks: WebhookRpcs.requests
}

test("every procedure has its home", () => {
  const found = Object.entries(homes).filter(([procedure, home]) => requests[home].has(procedure))
  expect(found.map(([procedure]) => procedure).toSorted()).toEqual([...PortalRpcs.requests.keys()].toSorted())
})

test("only the procedure that answers with a stream is one", () => {
  const streaming = [...PortalRpcs.requests.values()].filter(({ successSchema }) => "success" in successSchema)
  const names = streaming.map(({ _tag }) => _tag)
  expect(Object.keys(homes).filter((name) => isProcedure(name) && isStreaming(name))).toEqual(names)
})
