import { createHmac } from "node:crypto"
import { verify as octokitVerify } from "@octokit/webhooks-methods"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Stripe } from "stripe"
import { Webhook as SvixWebhook } from "svix"
import type { Peer, PeersOf } from "../../../../../test/bench/receiver/Peers.ts"

function stripe(secret: string): Peer {
  const { webhooks } = new Stripe("sk_test_peers")
  return {
    name: "stripe constructEvent",
    sign: (payload, timestamp) => ({
      "stripe-signature": webhooks.generateTestHeaderString({ payload, secret, timestamp })
    }),
    verify: (body, headers) => void webhooks.constructEvent(body, headers["stripe-signature"] ?? "", secret)
  }
}

function ofStandard(name: string, prefix: string, webhook: SvixWebhook | StandardWebhook): Peer {
  return {
    name,
    sign: (body, timestamp) => ({
      [`${prefix}-id`]: "evt_1",
      [`${prefix}-timestamp`]: String(timestamp),
      [`${prefix}-signature`]: webhook.sign("evt_1", new Date(timestamp * 1000), body)
    }),
    verify: (body, headers) => void webhook.verify(body, headers)
  }
}

const octokit = (secret: string): Peer => ({
  name: "octokit verify",
  sign: (body) => ({ "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` }),
  // It takes text alone, so a server that has bytes decodes them first.
  verify: async (body, headers) => {
    const accepted = await octokitVerify(secret, body.toString("utf8"), headers["x-hub-signature-256"] ?? "")
    if (!accepted) throw new Error("octokit does not verify it.")
  }
})

export const peersOf: PeersOf = (secret) => ({
  stripe: stripe(secret),
  svix: ofStandard("svix verify", "svix", new SvixWebhook(secret)),
  standardwebhooks: ofStandard("standardwebhooks verify", "webhook", new StandardWebhook(secret)),
  octokit: octokit(secret)
})
