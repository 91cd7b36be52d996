/** Rooms and the arrows between them: top-level folders of the server, the packages, the other apps. */
import { circles, type Graph } from "./Graph.ts"
import type { SourceFile } from "./Imports.ts"

const server = "apps/server/src/"

/** Rooms that may import each other, and why. */
export const allowedCircles: ReadonlyArray<{ readonly rooms: ReadonlyArray<string>; readonly reason: string }> = [
  {
    rooms: ["accounts", "credits"],
    reason: "accounts shows the plan in force, whose rule belongs to credits; credits locks the row of the account"
  }
]

export interface House {
  readonly files: ReadonlyMap<string, number>
  readonly arrows: ReadonlyMap<string, ReadonlyMap<string, number>>
}

const roomOf = (path: string): string => {
  if (path.startsWith("packages/")) return `@heddle/${path.split("/")[1]}`
  if (!path.startsWith(server)) return path.split("/")[1] ?? path
  const [first = "", ...rest] = path.slice(server.length).split("/")
  // `cli.ts` only lists the commands.
  return rest.length === 0 && first === "cli.ts" ? "cli" : first
}

const isRoomOfServer = (room: string): boolean =>
  !room.startsWith("@heddle/") && room !== "rule-sync" && room !== "portal" && room !== "main.ts"

export const roomsOfServer = ({ files }: House): ReadonlyArray<string> => [...files.keys()].filter(isRoomOfServer)

export const houseOf = (sources: ReadonlyArray<SourceFile>): House => {
  const files = new Map<string, number>()
  const arrows = new Map<string, Map<string, number>>()
  for (const { path, imports } of sources) {
    const room = roomOf(path)
    files.set(room, (files.get(room) ?? 0) + 1)
    const own = arrows.get(room) ?? new Map<string, number>()
    arrows.set(room, own)
    for (const target of imports.map(roomOf)) if (target !== room) own.set(target, (own.get(target) ?? 0) + 1)
  }
  return { files, arrows }
}

export const graphOf = ({ arrows }: House): Graph =>
  new Map([...arrows].map(([room, targets]) => [room, new Set(targets.keys())]))

const sameRooms = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.toSorted().join() === b.toSorted().join()

export const circlesOfRooms = (house: House): ReadonlyArray<string> => {
  const found = circles(graphOf(house))
  return [
    ...found
      .filter((rooms) => !allowedCircles.some((allowed) => sameRooms(allowed.rooms, rooms)))
      .map((rooms) => `These rooms import each other: ${rooms.join(", ")}`),
    ...allowedCircles
      .filter(({ rooms }) => !found.some((circle) => sameRooms(circle, rooms)))
      .map(({ rooms }) => `${rooms.join(" and ")} no longer import each other; remove them from allowedCircles`)
  ]
}

export const circlesOfFiles = (sources: ReadonlyArray<SourceFile>): ReadonlyArray<string> =>
  circles(new Map(sources.map(({ path, imports }) => [path, new Set(imports)]))).map(
    (paths) => `These files import each other: ${paths.join(", ")}`
  )
