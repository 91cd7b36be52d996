/** A body far above the limit is refused while it comes and never held, whether its sender stops or goes on. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { isLongRun } from "../../../../test/support/Runs.ts"
import { signedEvent } from "./Cases.ts"
import { describeFrameworks } from "./DescribeFrameworks.ts"
import { unbuffered } from "./Frameworks.ts"
import { exchange, path } from "./Wire.ts"

const mebibyte = 2 ** 20
const limit = 4 * mebibyte
/** Far more than the limit, so that a server that held it would show. */
const bodyBytes = (isLongRun ? 100 : 40) * mebibyte
const samples = 5
const tinyChunks = 262_144

const program = fileURLToPath(new URL("MeasuredServer.ts", import.meta.url))
let child: ChildProcessWithoutNullStreams
let lines: AsyncIterator<string>
let ports: Readonly<Record<string, number>> = {}

beforeAll(async () => {
  child = spawn(process.execPath, ["--expose-gc", program, String(limit)])
  child.stderr.pipe(process.stderr)
  lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  ports = JSON.parse((await lines.next()).value)
})
afterAll(() => void child.kill("SIGKILL"))

/** How much the servers' process holds, beyond what it held before. */
async function growth() {
  const livingBytes = async () => {
    child.stdin.write("\n")
    return Number((await lines.next()).value)
  }
  const start = await livingBytes()
  let peak = 0
  return { sample: async () => void (peak = Math.max(peak, (await livingBytes()) - start)), peak: () => peak }
}

/** Resolves when it is passed on to the system, or can never be. */
const write = (socket: Socket, bytes: string | Buffer) =>
  new Promise<void>((resolve) => {
    socket.once("close", resolve)
    socket.write(bytes, () => {
      socket.off("close", resolve)
      resolve()
    })
  })

async function begin(port: number, framing: string) {
  const socket = connect(port, "127.0.0.1")
  const sent = { socket, bytes: 0, bytesAtAnswer: 0, answer: "" }
  socket.on("error", () => {})
  socket.on("data", (data) => {
    if (sent.answer === "") sent.bytesAtAnswer = sent.bytes
    sent.answer += data.toString("latin1")
  })
  const headers = (await signedEvent("large")).headers.map((pair) => pair.join(": "))
  await write(socket, [`POST ${path} HTTP/1.1`, "Host: 127.0.0.1", framing, ...headers, "", ""].join("\r\n"))
  return sent
}

/** Sends all of it, whatever the answer, unless the server hangs up. */
async function flood(port: number, framing: string, chunk: Buffer, sample: () => Promise<void>) {
  const sent = await begin(port, framing)
  const { socket } = sent
  for (; sent.bytes < bodyBytes && !socket.destroyed; sent.bytes += mebibyte) {
    await write(socket, chunk)
    if (sent.bytes % (bodyBytes / samples) === 0) await sample()
  }
  if (sent.answer === "" && !socket.destroyed) await once(socket, "data")
  await sample()
  socket.destroy()
  return sent
}

const piece = Buffer.alloc(mebibyte, "a")
const chunked = Buffer.concat([Buffer.from(`${mebibyte.toString(16)}\r\n`), piece, Buffer.from("\r\n")])

describeFrameworks(unbuffered, ({ name }) => {
  const warm = async () => {
    const port = ports[name] ?? 0
    expect((await exchange(port, await signedEvent(`warm ${name}`))).status).toBe(200)
    return port
  }

  it(`refuses ${bodyBytes / mebibyte} MiB early and holds less than twice the limit`, async () => {
    const port = await warm()
    const { sample, peak } = await growth()
    for (const [framing, chunk] of [
      ["Transfer-Encoding: chunked", chunked],
      [`Content-Length: ${bodyBytes}`, piece]
    ] as const) {
      const sent = await flood(port, framing, chunk, sample)
      expect(sent.answer).toMatch(/^HTTP\/1\.1 413 /)
      expect(sent.bytesAtAnswer).toBeLessThan(bodyBytes / 2)
    }
    process.stdout.write(`${name}: ${(peak() / mebibyte).toFixed(1)} MiB for a limit of ${limit / mebibyte}\n`)
    expect(peak()).toBeLessThan(2 * limit)
  })

  it("holds a body that comes a byte at a time in little more than its size", async () => {
    const port = await warm()
    const { sample, peak } = await growth()
    const sent = await begin(port, "Transfer-Encoding: chunked")
    await write(sent.socket, "1\r\na\r\n".repeat(tinyChunks))
    // The server has read it all before it sees this request, on its other connection.
    for (let turn = 1; turn <= samples; turn += 1) {
      await exchange(port, await signedEvent(`warm ${name}`))
      await sample()
    }
    sent.socket.destroy()
    process.stdout.write(
      `${name}: ${(peak() / mebibyte).toFixed(1)} MiB for ${tinyChunks / mebibyte} a byte at a time\n`
    )
    expect(peak()).toBeLessThan(2 * limit)
  })
})
