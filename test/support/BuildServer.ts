/** Builds the server as it is published, for the processes that the tests start. */
import { dirname, join } from "node:path"
import { build } from "../../scripts/package/Build.ts"
import { builtProgram, ownCheckout } from "./HeddleProcess.ts"

/** Each project evaluates this module again; only the global object is shared. */
declare global {
  var heddleServer: Promise<unknown> | undefined
}

export default async (): Promise<void> => {
  await (globalThis.heddleServer ??= build(join(ownCheckout, "apps/server"), dirname(dirname(builtProgram))))
}
