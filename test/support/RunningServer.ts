/** A real server on an embedded database of its own, for one test or for the tests around it. */
import { afterAll, beforeAll } from "vitest"
import { makeDataDir, removeDataDir } from "./DataDir.ts"
import { choosePlace, type HeddleProcess, startDeadlineMillis, startHeddle } from "./HeddleProcess.ts"

interface Open {
  readonly server: HeddleProcess
  close(): Promise<void>
}

const open = async (env: Readonly<Record<string, string>>): Promise<Open> => {
  const dataDir = await makeDataDir()
  try {
    const server = await startHeddle(await choosePlace(dataDir, env))
    return { server, close: () => server.kill().then(() => removeDataDir(dataDir)) }
  } catch (error) {
    await removeDataDir(dataDir)
    throw error
  }
}

export const withServer = async (
  env: Readonly<Record<string, string>>,
  run: (server: HeddleProcess) => Promise<void>
): Promise<void> => {
  const { server, close } = await open(env)
  await run(server).finally(close)
}

/** Declares one server for the tests around it. */
export const useServer = (env: Readonly<Record<string, string>> = {}): (() => HeddleProcess) => {
  let opened: Open
  beforeAll(async () => {
    opened = await open(env)
  }, startDeadlineMillis)
  afterAll(() => opened.close())
  return () => opened.server
}
