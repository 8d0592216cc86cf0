import type { NameKeys } from './names.js'
import { newNode, rowIdOf, rowVersionOf, type Node } from './nodes.js'
import type { Side } from './sides.js'
import { otherSide, type Agreed, type Entry, type SideName } from './types.js'

type Sides = Record<SideName, Side>

/** Entries that no pair has yet, by folder and name. */
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

  /** The entry at a place, the exact name first; of this kind, or one that nothing is known about. */
  find(parentId: string | null, name: string, kind: Entry['kind']): Entry | null {
    const list = this.byPlace
      .get(this.keyOf(parentId, name))
      ?.filter((entry) => !this.side.nodes.has(entry.id) && (entry.kind === kind || entry.trouble))
    return list?.find((entry) => entry.name === name) ?? list?.[0] ?? null
  }
}

/**
 * Finds what belongs together. Agreed pairs first: by id, by place (a program replaced the file), and, on a side without
 * ids, by content (it was moved). What is left is new, and paired with what is new at the same place of the other side.
 */
export function match(sides: Sides, agreed: ReadonlyMap<string, Agreed>, keys: NameKeys): Node[] {
  const byKey = new Map<string, Node>()
  for (const row of agreed.values()) byKey.set(row.key, newNode(row, row.kind))
  const missing: Record<SideName, Node[]> = { source: [], target: [] }
  for (const node of byKey.values()) {
    const row = node.row!
    if (row.parentKey !== null) node.rowParent = byKey.get(row.parentKey) ?? null
    node.place = { parent: node.rowParent, name: row.name }
    node.isSame = true
    for (const side of [sides.source, sides.target]) {
      // Ids of a side that lost its memory mean nothing; there the place says what an entry is.
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
  pairNew(sides, keys, nodes)
  return nodes
}

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

/** A file is moved when its content is missing once and new once; else nothing says which is which. */
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

/** A missing folder is the new folder that most of its files and folders went to. Deepest first. */
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

/** New entries, from the root downwards: one pair where both sides have it at the same place. */
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
    // `A` is not the pair of `a` where an `a` lies next to it.
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
