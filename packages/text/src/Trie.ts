/**
 * A set of texts as a trie over UTF-16 code units in typed arrays: few bytes a node and no garbage. A node is a number; 0
 * is both the root and "no such node". Nodes that are removed are used again, so the size is that of the most nodes there
 * ever were at once.
 *
 * The first step takes two units at once, because most units of a text begin some text of the set, but most pairs do not.
 * All other steps take one. So units must not be 0: as a second unit, 0 says that there is none.
 */

const root = 0

// The fields of a node.
const parentOf = 0
const unitOf = 1
/** Which units its children may have, by their low five bits. It saves most steps that lead nowhere. */
const childBits = 2
const stateOf = 3
const fields = 4

// The states of a node.
const onTheWay = 0
const end = 1
const found = 2

const fewest = 16

/** A pair is a signed 32-bit number, so that it fits where a unit does. */
const pairOf = (first: number, second: number): number => (first << 16) | second

const firstPair = (text: string): number => pairOf(text.charCodeAt(0), text.length > 1 ? text.charCodeAt(1) : 0)

const bitOf = (unit: number): number => 1 << (unit & 31)

/** The slot at which the search for a node begins; the number of slots is a power of two. */
const home = (slots: Int32Array, parent: number, unit: number): number =>
  Math.imul(Math.imul(parent, 0x9e37_79b1) ^ unit, 0x85eb_ca6b) >>> (Math.clz32(slots.length) + 1)

const childOf = (nodes: Int32Array, slots: Int32Array, parent: number, unit: number): number => {
  const last = slots.length - 1
  for (let slot = home(slots, parent, unit); ; slot = (slot + 1) & last) {
    const node = slots[slot] ?? 0
    if (node === 0) return 0
    const at = node * fields
    if (nodes[at + parentOf] === parent && nodes[at + unitOf] === unit) return node
  }
}

const grown = (array: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const copy = new Int32Array(length)
  copy.set(array)
  return copy
}

export class Trie {
  #capacity = fewest
  #nodes = new Int32Array(fewest * fields)
  #childCounts = new Int32Array(fewest)
  /** By unit: twice the number of the root's children that begin with it, plus 1 if one of them is the unit alone. */
  readonly #heads = new Int32Array(0x1_0000)
  /** All nodes: a hash table by parent and unit with linear probing, at most half full. */
  #slots = new Int32Array(fewest * 2)
  #made = 1
  readonly #removed: Array<number> = []

  /** How many nodes it has memory for. */
  get capacity(): number {
    return this.#capacity
  }

  /** The node of a text; 0 when the set does not have it. */
  find(text: string): number {
    const node = this.#walk(text)
    return this.#nodes[node * fields + stateOf] === onTheWay ? 0 : node
  }

  /** The node of a text, which must not be empty; added if the set does not have it. */
  add(text: string): number {
    const first = firstPair(text)
    let node = this.#child(root, first) || this.#append(root, first)
    for (let at = 2; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      node = this.#child(node, unit) || this.#append(node, unit)
    }
    this.#nodes[node * fields + stateOf] = end
    return node
  }

  /** Removes a text, with the nodes that led to it alone. */
  remove(text: string): void {
    let node = this.find(text)
    this.#nodes[node * fields + stateOf] = onTheWay
    while (node !== root && this.#childCounts[node] === 0 && this.#nodes[node * fields + stateOf] === onTheWay) {
      const parent = this.#nodes[node * fields + parentOf] ?? root
      this.#removeNode(node, parent)
      node = parent
    }
  }

  /** The nodes of all texts of the set that this text contains, each once. */
  within(text: string): ReadonlyArray<number> {
    const nodes = this.#nodes
    const slots = this.#slots
    const heads = this.#heads
    const ends: Array<number> = []
    const { length } = text
    let second = length === 0 ? 0 : text.charCodeAt(0)
    for (let start = 0; start < length; start += 1) {
      const first = second
      second = start + 1 < length ? text.charCodeAt(start + 1) : 0
      const head = heads[first] ?? 0
      if (head === 0) continue
      if ((head & 1) === 1) note(nodes, ends, childOf(nodes, slots, root, pairOf(first, 0)))
      let node = childOf(nodes, slots, root, pairOf(first, second))
      for (let at = start + 2; node !== 0; at += 1) {
        note(nodes, ends, node)
        if (at >= length) break
        const unit = text.charCodeAt(at)
        if (((nodes[node * fields + childBits] ?? 0) & bitOf(unit)) === 0) break
        node = childOf(nodes, slots, node, unit)
      }
    }
    for (const node of ends) nodes[node * fields + stateOf] = end
    return ends
  }

  #walk(text: string): number {
    let node = this.#child(root, firstPair(text))
    for (let at = 2; at < text.length && node !== 0; at += 1) node = this.#child(node, text.charCodeAt(at))
    return node
  }

  #child(parent: number, unit: number): number {
    return childOf(this.#nodes, this.#slots, parent, unit)
  }

  #append(parent: number, unit: number): number {
    const node = this.#removed.pop() ?? this.#made
    if (node === this.#capacity) this.#grow()
    if (node === this.#made) this.#made += 1
    const at = node * fields
    this.#nodes[at + parentOf] = parent
    this.#nodes[at + unitOf] = unit
    this.#nodes[at + childBits] = 0
    this.#nodes[at + stateOf] = onTheWay
    if (parent === root) this.#countHead(unit, 1)
    else {
      this.#childCounts[parent] = (this.#childCounts[parent] ?? 0) + 1
      const bits = parent * fields + childBits
      this.#nodes[bits] = (this.#nodes[bits] ?? 0) | bitOf(unit)
    }
    this.#file(node)
    return node
  }

  #removeNode(node: number, parent: number): void {
    if (parent === root) this.#countHead(this.#nodes[node * fields + unitOf] ?? 0, -1)
    else {
      const children = (this.#childCounts[parent] ?? 0) - 1
      this.#childCounts[parent] = children
      // The bit of one child stays until the last is gone: others may share it.
      if (children === 0) this.#nodes[parent * fields + childBits] = 0
    }
    this.#unfile(node)
    this.#removed.push(node)
  }

  #countHead(pair: number, change: 1 | -1): void {
    const first = pair >>> 16
    const weight = (pair & 0xffff) === 0 ? 3 : 2
    this.#heads[first] = (this.#heads[first] ?? 0) + change * weight
  }

  #homeOf(node: number): number {
    const at = node * fields
    return home(this.#slots, this.#nodes[at + parentOf] ?? 0, this.#nodes[at + unitOf] ?? 0)
  }

  #file(node: number): void {
    const last = this.#slots.length - 1
    let slot = this.#homeOf(node)
    while (this.#slots[slot] !== 0) slot = (slot + 1) & last
    this.#slots[slot] = node
  }

  /** Moves the nodes behind it up, so that every node is still found from its home without a gap. */
  #unfile(node: number): void {
    const slots = this.#slots
    const last = slots.length - 1
    let gap = this.#homeOf(node)
    while (slots[gap] !== node) gap = (gap + 1) & last
    for (let slot = (gap + 1) & last; ; slot = (slot + 1) & last) {
      const moved = slots[slot] ?? 0
      if (moved === 0) break
      const distance = (slot - this.#homeOf(moved)) & last
      if (distance < ((slot - gap) & last)) continue
      slots[gap] = moved
      gap = slot
    }
    slots[gap] = 0
  }

  #grow(): void {
    this.#capacity *= 2
    this.#nodes = grown(this.#nodes, this.#capacity * fields)
    this.#childCounts = grown(this.#childCounts, this.#capacity)
    this.#slots = new Int32Array(this.#capacity * 2)
    for (let node = 1; node < this.#made; node += 1) this.#file(node)
  }
}

/** Adds a node to the ends that were found, if it is one and for the first time. */
const note = (nodes: Int32Array, ends: Array<number>, node: number): void => {
  const at = node * fields + stateOf
  if (nodes[at] !== end) return
  nodes[at] = found
  ends.push(node)
}
