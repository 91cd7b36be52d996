/** Runs inside workerd, behind `durableObjectStore` on the outside of it. */
import { durableObjectStore, IdempotencyObject, type ObjectNamespace } from "@heddle/receiver/cloudflare"

let offsetMs = 0

/** The same object with a clock that a test can move. */
export class TestObject extends IdempotencyObject {
  protected override readonly now = () => Date.now() + offsetMs
}

/** POST a step as `[name, verb, ...parameters]`, or `["", "advance", seconds]`. */
export default {
  async fetch(request: Request, env: { readonly EVENTS: ObjectNamespace }): Promise<Response> {
    const [space, verb, key, owner, leaseMs]: [string, string, string, string, number] = await request.json()
    if (verb === "advance") {
      offsetMs += Number(key) * 1000
      return Response.json(true)
    }
    const store = durableObjectStore({ namespace: env.EVENTS })
    const name = `${space}:${key}`
    if (verb === "claim") return Response.json(await store.claim(name, owner, leaseMs))
    if (verb === "renew") return Response.json(await store.renew(name, owner, leaseMs))
    if (verb === "complete") return Response.json(await store.complete(name, owner))
    return Response.json(await store.release(name, owner))
  }
}
