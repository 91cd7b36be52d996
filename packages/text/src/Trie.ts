/**
 * A trie over UTF-16 code units in typed arrays: few bytes a node, no garbage, and steps that rarely miss the processor's
 * cache. A node is a number; 0 is both the root and "no such node". Nodes that are removed are used again, so the size
 * is that of the most nodes there ever were at once.
 */

const root = 0

// The fields of a node.
const parentOf = 0
const unitOf = 1
/** Which units its children may have, by their low five bits. It spares most of the steps that lead nowhere. */
const childBits = 2
const markOf = 3
const fields = 4

const fewest = 16

const grown = (array: Int32Array, length: number): Int32Array<ArrayBuffer> => {
  const copy = new Int32Array(length)
  copy.set(array)
  return copy
}

export class Trie {
  #capacity = fewest
  #nodes = new Int32Array(fewest * fields)
  #childCounts = new Int32Array(fewest)
  /** The nodes below the root, by their unit. */
  readonly #heads = new Int32Array(0x1_0000)
  /** All other nodes: a hash table by parent and unit with linear probing, at most half full. */
  #slots = new Int32Array(fewest * 2)
  #made = 1
  readonly #removed: Array<number> = []

  /** How many nodes it has memory for. */
  get capacity(): number {
    return this.#capacity
  }

  /** The child of the root. */
  head(unit: number): number {
    return this.#heads[unit] ?? 0
  }

  /** The child of any other node. */
  child(node: number, unit: number): number {
    const nodes = this.#nodes
    const slots = this.#slots
    if (((nodes[node * fields + childBits] ?? 0) & (1 << (unit & 31))) === 0) return 0
    const last = slots.length - 1
    for (let slot = this.#home(node, unit); ; slot = (slot + 1) & last) {
      const found = slots[slot] ?? 0
      if (found === 0) return 0
      const at = found * fields
      if (nodes[at + parentOf] === node && nodes[at + unitOf] === unit) return found
    }
  }

  /** A number of the caller's; a node is kept while its mark is not 0 or it has children. */
  mark(node: number): number {
    return this.#nodes[node * fields + markOf] ?? 0
  }

  setMark(node: number, mark: number): void {
    this.#nodes[node * fields + markOf] = mark
  }

  /** The node of a text, 0 when there is none. */
  find(text: string): number {
    let node = this.head(text.charCodeAt(0))
    for (let at = 1; at < text.length && node !== root; at += 1) node = this.child(node, text.charCodeAt(at))
    return node
  }

  /** The node of a text, which must not be empty; added when there is none. */
  add(text: string): number {
    let node = root
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      node = (node === root ? this.head(unit) : this.child(node, unit)) || this.#append(node, unit)
    }
    return node
  }

  /** Removes a node and those above it that are not needed any more. */
  prune(node: number): void {
    let at = node
    while (at !== root && this.mark(at) === 0 && this.#childCounts[at] === 0) {
      const parent = this.#nodes[at * fields + parentOf] ?? root
      this.#remove(at, parent)
      at = parent
    }
  }

  #append(parent: number, unit: number): number {
    const node = this.#removed.pop() ?? this.#made
    if (node === this.#capacity) this.#grow()
    if (node === this.#made) this.#made += 1
    const at = node * fields
    this.#nodes[at + parentOf] = parent
    this.#nodes[at + unitOf] = unit
    this.#nodes[at + childBits] = 0
    this.#nodes[at + markOf] = 0
    this.#childCounts[parent] = (this.#childCounts[parent] ?? 0) + 1
    if (parent === root) this.#heads[unit] = node
    else {
      const bits = parent * fields + childBits
      this.#nodes[bits] = (this.#nodes[bits] ?? 0) | (1 << (unit & 31))
      this.#file(node)
    }
    return node
  }

  #remove(node: number, parent: number): void {
    const unit = this.#nodes[node * fields + unitOf] ?? 0
    const children = (this.#childCounts[parent] ?? 0) - 1
    this.#childCounts[parent] = children
    if (parent === root) this.#heads[unit] = 0
    else {
      // Bits of single children stay until the last child is gone: others may share them.
      if (children === 0) this.#nodes[parent * fields + childBits] = 0
      this.#unfile(node)
    }
    this.#removed.push(node)
  }

  #home(parent: number, unit: number): number {
    return Math.imul(Math.imul(parent, 0x9e37_79b1) ^ unit, 0x85eb_ca6b) >>> (Math.clz32(this.#slots.length) + 1)
  }

  #homeOf(node: number): number {
    return this.#home(this.#nodes[node * fields + parentOf] ?? 0, this.#nodes[node * fields + unitOf] ?? 0)
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
    for (let node = 1; node < this.#made; node += 1) {
      if (this.#nodes[node * fields + parentOf] !== root) this.#file(node)
    }
  }
}
