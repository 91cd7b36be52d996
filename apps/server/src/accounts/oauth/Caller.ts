/**
 * From where a request came, for what the provider calls while it answers: it tells its adapter and its `fetch` nothing of
 * the request.
 */
import { AsyncLocalStorage } from "node:async_hooks"

const addresses = new AsyncLocalStorage<string>()

export const calledFrom = <A>(address: string, run: () => A): A => addresses.run(address, run)

export const callerAddress = (): string => addresses.getStore() ?? ""
