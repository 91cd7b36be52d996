/** By whom a change is made. A transport sets it for what it calls; services that write down a change read it. */
import { Context, Effect } from "effect"

export interface Actor {
  readonly kind: "person" | "key" | "application" | "operator" | "payment provider" | "service"
  /** The email address of a person, the name of a key or of an application, else the kind. */
  readonly name: string
}

export const person = (email: string): Actor => ({ kind: "person", name: email })
export const operator: Actor = { kind: "operator", name: "operator" }
export const paymentProvider: Actor = { kind: "payment provider", name: "payment provider" }

/** Without a transport, it is the service itself: what is due at a certain time. */
export const CurrentActor = Context.Reference<Actor>("@heddle/server/accounts/audit/CurrentActor", {
  defaultValue: () => ({ kind: "service", name: "service" })
})

export const actingAs = (actor: Actor) => Effect.provideService(CurrentActor, actor)
