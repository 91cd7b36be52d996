/** Access tokens of an application that each account has connected. */
import { makeApplication } from "../../mcp/Application.ts"
import { signUp } from "../../mcp/Person.ts"
import { olderClient } from "../../mcp/ToolClients.ts"
import type { HeddleProcess } from "../../support/HeddleProcess.ts"

const tokenOf = async (server: HeddleProcess, email: string): Promise<string> => {
  const person = await signUp(server, email)
  const application = makeApplication({ name: "Benchmark" })
  await olderClient.signIn(`${server.baseUrl}/mcp`, application, person.allow)
  return application.tokens()?.access_token ?? ""
}

/** All at once: each waits for a mail, which the server sends every few seconds. */
export const tokensOf = (server: HeddleProcess, emails: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  Promise.all(emails.map((email) => tokenOf(server, email)))
