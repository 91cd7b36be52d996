/**
 * Beside the embedded database, bounds V8's young generation, which otherwise grows to 128 MB under load. V8 reads the flag
 * only at the start of a process, so the process replaces itself and keeps its id.
 */
const flag = "--max-semi-space-size"
const isServer = process.argv.slice(2).some((argument) => argument === "serve" || argument === "demo")
const isSet = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].some((options) => options.includes(flag))

const isEmbedded = !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE

if (isServer && isEmbedded && !isSet && process.execve !== undefined && process.platform !== "win32") {
  const [node, ...rest] = process.argv
  process.execve(process.execPath, [node, `${flag}=4`, ...process.execArgv, ...rest], process.env)
}
