/** A mail server of a few lines, on a free local port: keeps what it is sent, and answers as a test tells it. */
import { Effect } from "effect"
import { createServer, type Socket } from "node:net"

export interface ReceivedMail {
  readonly from: string
  readonly to: ReadonlyArray<string>
  /** Headers and text as they came. */
  readonly message: string
}

export interface TestMailServer {
  readonly port: number
  readonly mails: ReadonlyArray<ReceivedMail>
  /** What clients logged in with, `user:password`. */
  readonly logins: ReadonlyArray<string>
  /** Connections that are open now. */
  readonly open: () => number
  /** The next lines that begin with this command get this answer instead; null is silence. */
  answer(command: string, line: string | null): void
}

const session = (
  socket: Socket,
  answers: ReadonlyMap<string, string | null>,
  mails: Array<ReceivedMail>,
  logins: Array<string>
) => {
  let buffered = ""
  let envelope = { from: "", to: new Array<string>() }
  let message: string | undefined
  const say = (line: string) => socket.write(`${line}\r\n`)
  const reply = (command: string, usual: string) => {
    const told = answers.get(command)
    if (told === undefined) say(usual)
    else if (told !== null) say(told)
    return told === undefined
  }
  const take = (line: string) => {
    if (message !== undefined) {
      if (line !== ".") return void (message += `${line.replace(/^\.\./, ".")}\r\n`)
      const whole = message
      message = undefined
      if (reply("END OF DATA", "250 taken")) mails.push({ ...envelope, message: whole })
      return undefined
    }
    if (/^EHLO/i.test(line)) return reply("EHLO", "250-test\r\n250 AUTH PLAIN")
    if (/^AUTH PLAIN /i.test(line)) {
      const [, user, password] = Buffer.from(line.slice(11), "base64").toString().split("\0")
      if (reply("AUTH", "235 welcome")) logins.push(`${user}:${password}`)
      return undefined
    }
    if (/^MAIL FROM:/i.test(line)) {
      envelope = { from: line.slice(11, line.indexOf(">")), to: [] }
      return reply("MAIL FROM", "250 ok")
    }
    if (/^RCPT TO:/i.test(line)) {
      if (reply("RCPT TO", "250 ok")) envelope.to.push(line.slice(9, line.indexOf(">")))
      return undefined
    }
    if (/^DATA/i.test(line)) {
      if (reply("DATA", "354 go on")) message = ""
      return undefined
    }
    if (/^QUIT/i.test(line)) return void socket.end("221 bye\r\n")
    return say("250 ok")
  }
  socket.on("error", () => socket.destroy())
  socket.on("data", (chunk) => {
    buffered += chunk.toString()
    for (let end = buffered.indexOf("\r\n"); end >= 0; end = buffered.indexOf("\r\n")) {
      const line = buffered.slice(0, end)
      buffered = buffered.slice(end + 2)
      take(line)
    }
  })
  reply("CONNECT", "220 test")
}

export const startMailServer = Effect.acquireRelease(
  Effect.promise(
    () =>
      new Promise<TestMailServer & { readonly close: () => Promise<void> }>((resolve, reject) => {
        const answers = new Map<string, string | null>()
        const mails: Array<ReceivedMail> = []
        const logins: Array<string> = []
        const sockets = new Set<Socket>()
        const server = createServer((socket) => {
          sockets.add(socket)
          socket.on("close", () => sockets.delete(socket))
          session(socket, answers, mails, logins)
        })
        server.on("error", reject)
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          if (typeof address !== "object" || address === null) return reject(new Error("no port"))
          return resolve({
            port: address.port,
            mails,
            logins,
            open: () => sockets.size,
            answer: (command, line) => void answers.set(command, line),
            close: () =>
              new Promise((done) => {
                for (const socket of sockets) socket.destroy()
                server.close(() => done())
              })
          })
        })
      })
  ),
  (server) => Effect.promise(server.close)
)
