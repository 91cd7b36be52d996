/** A name server on loopback that answers each query as the test says, such as differently every time. */
import { Effect } from "effect"
import { createSocket } from "node:dgram"
import { promises as dns } from "node:dns"
import ipaddr from "ipaddr.js"
import { makeNameServers } from "../../src/runtime/outbound/Resolver.ts"

const types: Readonly<Record<number, "A" | "AAAA" | "NS">> = { 1: "A", 28: "AAAA", 2: "NS" }
const headerBytes = 12

export interface Query {
  readonly name: string
  readonly type: "A" | "AAAA" | "NS" | "other"
}

/** Addresses (none means that the name has none), or the code of an error: 2 is SERVFAIL, 3 NXDOMAIN, 5 REFUSED. */
export type DnsAnswer = ReadonlyArray<string> | number

const readQuery = (packet: Buffer): Query & { readonly question: Buffer } => {
  const labels: Array<string> = []
  let at = headerBytes
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = types[packet.readUInt16BE(at + 1)] ?? "other"
  return { name: labels.join(".").toLowerCase(), type, question: packet.subarray(headerBytes, at + 5) }
}

const record = (address: string): Buffer => {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(bytes.length === 4 ? 1 : 28, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}

const reply = (packet: Buffer, question: Buffer, answer: DnsAnswer): Buffer => {
  const records = typeof answer === "number" ? [] : answer.map(record)
  const header = Buffer.alloc(headerBytes)
  packet.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (typeof answer === "number" ? answer : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, question, ...records])
}

export const dnsServer = (answer: (query: Query) => DnsAnswer) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const queries: Array<Query> = []
      const socket = createSocket("udp4")
      socket.on("message", (packet, { port, address }) => {
        const { question, ...query } = readQuery(packet)
        queries.push(query)
        socket.send(reply(packet, question, answer(query)), port, address)
      })
      await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
      const servers = makeNameServers(() => {
        const resolver = new dns.Resolver({ timeout: 500, tries: 1 })
        resolver.setServers([`127.0.0.1:${socket.address().port}`])
        return resolver
      })
      return { socket, queries, servers }
    }),
    ({ socket }) => Effect.promise(() => new Promise<void>((resolve) => socket.close(() => resolve())))
  )
