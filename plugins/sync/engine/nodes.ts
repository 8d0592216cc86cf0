import type { Agreed, Entry, SideName, SkipReason } from './types.js'

/** Where an entry lies in the tree that both sides shall have: below `parent` (null: the root) as `name`. */
export interface Place {
  parent: Node | null
  name: string
}

/** One file or folder of the contract, with what each side and the agreed tree hold of it. */
export interface Node {
  readonly row: Agreed | null
  /** The pair of the agreed parent. */
  rowParent: Node | null
  source: Entry | null
  target: Entry | null
  readonly kind: 'file' | 'folder'
  /** Both sides have it just as they agreed: most of what a plan looks at. */
  isSame: boolean
  /** Set: nothing is done with it in this plan. It stays where it is, and so do the folders above it. */
  frozen: SkipReason | null
  /** Where both sides shall have it. */
  place: Place
  /** Name the place comes from, if it is not the agreed one. */
  placeFrom: SideName | null
  /** What becomes of it. `stay`: it is left on the side that has it. `undecided`: the folder looks at its children. */
  fate: 'live' | 'remove' | 'stay' | 'forget' | 'undecided'
  /** Whose content is written to the other side. */
  winner: SideName | null
  /** Contents that are kept on the server before they are overwritten or removed. */
  keeps: readonly { side: SideName; reason: 'overwritten' | 'conflict' }[]
  /** The side whose content loses held an older version: the agreed tree takes that one as agreed. */
  isRebased: boolean
  /** Content that a person put together; written to the source first. */
  merged: { hash: string; size: number } | null
  key: string | null
}

const nowhere: Place = { parent: null, name: '' }
const noKeeps: Node['keeps'] = []

export const newNode = (row: Agreed | null, kind: Entry['kind']): Node => ({
  row,
  rowParent: null,
  source: null,
  target: null,
  kind,
  isSame: false,
  frozen: null,
  place: nowhere,
  placeFrom: null,
  fate: 'live',
  winner: null,
  keeps: noKeeps,
  isRebased: false,
  merged: null,
  key: row?.key ?? null,
})

export const rowIdOf = (row: Agreed, side: SideName) =>
  side === 'source' ? row.sourceId : row.targetId
export const rowVersionOf = (row: Agreed, side: SideName) =>
  side === 'source' ? row.sourceVersion : row.targetVersion

/** Content id of a side's file: what it says, or the agreed one while its version is the agreed one. */
export const hashOf = (node: Node, side: SideName): string | null => {
  const entry = node[side]
  if (!entry) return null
  if (entry.hash !== null || !node.row) return entry.hash
  return entry.version === rowVersionOf(node.row, side) ? node.row.hash : null
}

/** Path below the root in the tree that both sides shall have. */
export function pathOf(node: Node): string {
  let path = node.place.name
  for (let at = node.place.parent, depth = 0; at && depth < maxDepth; at = at.place.parent, depth++)
    path = `${at.place.name}/${path}`
  return path
}

/** Folders in folders; deeper trees are cut here, so that a broken tree never hangs. */
export const maxDepth = 1_000
