/** A TCP proxy before a PostgreSQL server that loses the reply to a chosen message. */
import { Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"

/** By then the server has carried out the message. */
const carryOutMillis = 300

interface Cut {
  /** The first message that contains this text is passed on; then all connections break. */
  readonly after: string
  /** So many further messages of its connection are passed on as well. */
  readonly further?: number
  /** Whether new connections break too, until `heal`. */
  readonly staysDown: boolean
}

const errorResponse = (sqlState: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mthe database system is shutting down\0\0`)
  const head = Buffer.from("E\0\0\0\0")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

export interface CuttingProxy {
  readonly port: number
  readonly cut: (cut: Cut) => void
  /** Breaks all connections, and new ones until `heal`; the latter with a word of the server when there is a code. */
  readonly down: (sqlState?: string) => void
  readonly heal: () => void
}

export const cuttingProxy = (targetPort: number) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      let pending: Cut | undefined
      let isDown = false
      let refusal: Buffer | undefined
      const breakAll = () => {
        for (const socket of sockets) socket.destroy()
        sockets.clear()
      }
      const server = createServer((client) => {
        sockets.add(client)
        if (isDown && refusal !== undefined)
          return void client.on("error", () => undefined).end(refusal, () => client.destroySoon())
        if (isDown) return void client.destroy()
        const target = connect(targetPort, "127.0.0.1")
        let isCut = false
        /** Messages until the cut; undefined until its message came. */
        let left: number | undefined
        for (const socket of [client, target]) {
          sockets.add(socket)
          socket.on("error", () => undefined)
          socket.on("close", () => [client, target].map((end) => end.destroy()))
        }
        target.on("data", (chunk) => (isCut ? undefined : client.write(chunk)))
        client.on("data", (chunk) => {
          target.write(chunk)
          if (pending === undefined) return
          if (left === undefined) {
            if (!chunk.includes(pending.after)) return
            left = pending.further ?? 0
          } else {
            left -= 1
          }
          if (left > 0) return
          const { staysDown } = pending
          pending = undefined
          isCut = true
          setTimeout(() => {
            isDown = staysDown
            breakAll()
          }, carryOutMillis)
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const proxy: CuttingProxy = {
        port: typeof address === "object" && address !== null ? address.port : 0,
        cut: (cut) => void (pending = cut),
        down: (sqlState) => {
          isDown = true
          refusal = sqlState === undefined ? undefined : errorResponse(sqlState)
          breakAll()
        },
        heal: () => void (isDown = false)
      }
      return { server, breakAll, proxy }
    }),
    ({ server, breakAll }) =>
      Effect.promise(() => {
        breakAll()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      })
  ).pipe(Effect.map(({ proxy }) => proxy))
