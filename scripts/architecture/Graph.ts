/** Directed graphs by name. */

export type Graph = ReadonlyMap<string, ReadonlySet<string>>

const none: ReadonlySet<string> = new Set()

export const from = (graph: Graph, node: string): ReadonlySet<string> => graph.get(node) ?? none

/** All that can be reached from a node in one step or more. */
export const reachable = (graph: Graph, start: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const open = [...from(graph, start)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue
    found.add(node)
    open.push(...from(graph, node))
  }
  return found
}

/** Groups of nodes that all reach each other, of two or more. */
export const circles = (graph: Graph): ReadonlyArray<ReadonlyArray<string>> => {
  const reached = new Map([...graph.keys()].map((node) => [node, reachable(graph, node)]))
  const together = (a: string, b: string) => reached.get(a)?.has(b) === true && reached.get(b)?.has(a) === true
  const groups: Array<ReadonlyArray<string>> = []
  const grouped = new Set<string>()
  for (const node of graph.keys()) {
    if (grouped.has(node) || !together(node, node)) continue
    const group = [...graph.keys()].filter((other) => together(node, other))
    group.forEach((member) => grouped.add(member))
    groups.push(group)
  }
  return groups
}

/** The same reachability with the fewest arrows: none to what another arrow leads to anyway. For graphs without circles. */
export const reduced = (graph: Graph): Graph =>
  new Map(
    [...graph].map(([node, targets]) => {
      const further = new Set([...targets].flatMap((target) => [...reachable(graph, target)]))
      return [node, new Set([...targets].filter((target) => !further.has(target)))]
    })
  )
