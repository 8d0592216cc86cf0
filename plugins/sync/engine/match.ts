import type { NameKeys } from './names.js'
import { newNode, rowIdOf, rowVersionOf, type Node } from './nodes.js'
import type { Side } from './sides.js'
import { otherSide, type Agreed, type Entry, type SideName } from './types.js'

type Sides = Record<SideName, Side>

/** Finds unpaired entries by folder and name. */
class Places {
  private readonly byPlace = new Map<string, Entry[]>()

  constructor(
    private readonly side: Side,
    private readonly key: (name: string) => string,
    free: Iterable<Entry>
  ) {
    for (const entry of free) {
      const place = this.keyOf(entry.parentId, entry.name)
      const list = this.byPlace.get(place)
      if (list) list.push(entry)
      else this.byPlace.set(place, [entry])
    }
  }

  private keyOf = (parentId: string | null, name: string) => `${parentId ?? ''}\n${this.key(name)}`

  /** Returns the entry at a place, preferably with the exact name. Its kind must be equal or unknown. */
  find(parentId: string | null, name: string, kind: Entry['kind']): Entry | null {
    const list = this.byPlace
      .get(this.keyOf(parentId, name))
      ?.filter((entry) => !this.side.nodes.has(entry.id) && (entry.kind === kind || entry.trouble))
    return list?.find((entry) => entry.name === name) ?? list?.[0] ?? null
  }
}

/**
 * Pairs the entries of both sides. Agreed pairs come first: by id, by place (a program replaced the file), and,
 * on a side without ids, by content (the file was moved). The remaining entries are new. They are paired with
 * new entries at the same place of the other side.
 */
export function pairEntries(
  sides: Sides,
  agreed: ReadonlyMap<string, Agreed>,
  keys: NameKeys
): Node[] {
  const byKey = new Map<string, Node>()
  for (const row of agreed.values()) byKey.set(row.key, newNode(row, row.kind))
  const missing: Record<SideName, Node[]> = { source: [], target: [] }
  for (const node of byKey.values()) {
    const row = node.row!
    if (row.parentKey !== null) node.rowParent = byKey.get(row.parentKey) ?? null
    node.place = { parent: node.rowParent, name: row.name }
    node.isSame = true
    for (const side of [sides.source, sides.target]) {
      // The ids of a side that lost its memory mean nothing, so the place identifies the entry.
      const { isTrusted, traits } = side.tree
      const entry = isTrusted || !traits.hasIds ? side.get(rowIdOf(row, side.name)) : null
      const isFree = entry && !side.nodes.has(entry.id)
      if (isFree && (entry.kind === node.kind || entry.trouble)) side.claim(node, entry)
      else missing[side.name].push(node)
      if (!isFree || !isAsAgreed(node, row, entry, side.name)) node.isSame = false
    }
  }
  for (const side of [sides.source, sides.target])
    if (missing[side.name].length > 0) findMissing(side, missing[side.name], keys)

  const nodes = [...byKey.values()]
  for (const side of [sides.source, sides.target])
    if (!side.tree.traits.hasIds && side.tree.isTrusted)
      followMoves(side, sides[otherSide(side.name)], nodes, keys)
  pairNew(sides, keys, nodes)
  return nodes
}

/**
 * Finds moved files on a side without ids. There, a new file at the old place of a moved file looks like an
 * edit. If the agreed content is at the place that the other side has now, the file was moved there. The
 * cause is a step whose answer was lost, or people who moved the file on both sides.
 */
function followMoves(side: Side, other: Side, nodes: readonly Node[], keys: NameKeys): void {
  let places: Places | null = null
  for (const node of nodes) {
    const entry = node[side.name]
    const there = node[other.name]
    if (node.isSame || node.kind !== 'file' || !entry || !there) continue
    const row = node.row!
    if (hasAgreedContent(entry, row, side)) continue
    const parent = there.parentId === null ? null : other.nodes.get(there.parentId)
    if (parent === undefined || (parent === node.rowParent && there.name === row.name)) continue
    const folder = parent && parent[side.name]
    if (parent && !folder) continue
    places ??= new Places(side, keys.same, side.free())
    const moved = places.find(folder?.id ?? null, there.name, 'file')
    if (!moved || moved.trouble || !hasAgreedContent(moved, row, side)) continue
    side.release(node)
    side.claim(node, moved)
  }
}

const hasAgreedContent = ({ hash, version, size }: Entry, row: Agreed, side: Side): boolean =>
  hash === null ? version === rowVersionOf(row, side.name) && size === row.size : hash === row.hash

const isAsAgreed = ({ rowParent }: Node, row: Agreed, entry: Entry, side: SideName): boolean =>
  entry.name === row.name &&
  entry.version === rowVersionOf(row, side) &&
  entry.parentId === (rowParent ? rowIdOf(rowParent.row!, side) : null) &&
  entry.kind === row.kind &&
  (entry.hash === null || entry.hash === row.hash) &&
  entry.trouble === undefined

const depthOf = (node: Node) => {
  let depth = 0
  for (let at = node.rowParent; at && depth < 1_000; at = at.rowParent) depth++
  return depth
}

function findMissing(side: Side, missing: Node[], keys: NameKeys): void {
  const free = [...side.free()]
  if (free.length === 0) return
  const depths = new Map(missing.map((node) => [node, depthOf(node)]))
  missing.sort((a, b) => depths.get(a)! - depths.get(b)!)
  const places = new Places(side, keys.same, free)
  const byPlace = () => {
    for (const node of missing) {
      if (node[side.name]) continue
      const parent = node.rowParent?.[side.name]
      if (node.rowParent && !parent) continue
      const entry = places.find(parent?.id ?? null, node.row!.name, node.kind)
      if (entry) side.claim(node, entry)
    }
  }
  byPlace()
  if (side.tree.traits.hasIds || !side.tree.isTrusted) return
  byContent(side, missing, free, (name, hash) => `${hash}\n${name}`)
  byContent(side, missing, free, (_, hash) => hash)
  foldersByFiles(side, missing)
  byPlace()
}

/**
 * Pairs moved files by content. A file was moved if its content is missing exactly once and new exactly once.
 * All other cases are ambiguous.
 */
function byContent(
  side: Side,
  missing: Node[],
  free: Entry[],
  keyOf: (name: string, hash: string) => string
): void {
  const gone = new Map<string, Node | null>()
  for (const node of missing) {
    const { hash, name, size } = node.row!
    if (node[side.name] || hash === null || size === 0) continue
    const key = keyOf(name, hash)
    gone.set(key, gone.has(key) ? null : node)
  }
  const found = new Map<string, Entry | null>()
  for (const entry of free) {
    if (side.nodes.has(entry.id) || entry.hash === null || entry.trouble) continue
    const key = keyOf(entry.name, entry.hash)
    if (gone.get(key)) found.set(key, found.has(key) ? null : entry)
  }
  for (const [key, entry] of found) if (entry) side.claim(gone.get(key)!, entry)
}

/** Pairs a missing folder with the new folder that contains most of its files. The deepest folders come first. */
function foldersByFiles(side: Side, missing: Node[]): void {
  const votes = new Map<Node, Map<string, number>>()
  for (const node of missing.toReversed()) {
    if (node.kind === 'folder' && !node[side.name]) {
      const [first, second] = [...(votes.get(node) ?? [])].sort((a, b) => b[1] - a[1])
      const entry = first && first[1] !== second?.[1] ? side.get(first[0]) : null
      if (entry && !side.nodes.has(entry.id)) side.claim(node, entry)
    }
    const parentId = node[side.name]?.parentId
    if (!node.rowParent || node.rowParent[side.name] || parentId === undefined) continue
    if (parentId === null || side.nodes.has(parentId)) continue
    const counts = votes.get(node.rowParent) ?? new Map<string, number>()
    counts.set(parentId, (counts.get(parentId) ?? 0) + 1)
    votes.set(node.rowParent, counts)
  }
}

/** Pairs new entries from the root downwards if both sides have them at the same place. */
function pairNew(sides: Sides, keys: NameKeys, nodes: Node[]): void {
  const sources = [...sides.source.free()]
  const targets = [...sides.target.free()]
  const arePaired = sources.length > 0 && targets.length > 0
  const exact = arePaired ? new Places(sides.target, keys.same, targets) : null
  const isFolded = arePaired && keys.same !== keys.slot
  const folded = isFolded ? new Places(sides.target, keys.slot, targets) : null
  const own = isFolded ? new Places(sides.source, keys.same, sources) : null
  const twinOf = (entry: Entry, folderId: string | null): Entry | null => {
    const twin = exact!.find(folderId, entry.name, entry.kind)
    if (twin || !folded) return twin
    const alike = folded.find(folderId, entry.name, entry.kind)
    // `A` is not paired with `a` if the same folder also has an `a`.
    return alike && !own!.find(entry.parentId, alike.name, alike.kind) ? alike : null
  }
  const add = (entry: Entry, side: Side): Node => {
    const known = side.nodes.get(entry.id)
    if (known) return known
    const above = entry.parentId === null ? null : side.get(entry.parentId)
    const parent = above && (side.nodes.get(above.id) ?? add(above, side))
    const node = newNode(null, entry.kind)
    side.claim(node, entry)
    const place = parent === null ? null : parent[otherSide(side.name)]
    if (side.name === 'source' && exact && (parent === null || place)) {
      const twin = twinOf(entry, place?.id ?? null)
      if (twin) sides.target.claim(node, twin)
    }
    nodes.push(node)
    return node
  }
  for (const entry of sources) add(entry, sides.source)
  for (const entry of targets) add(entry, sides.target)
}
