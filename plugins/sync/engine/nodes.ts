import type { Agreed, Entry, SideName, SkipReason } from './types.js'

/** The place that an entry should have on both sides: the name `name` in the folder `parent` (null: the root). */
export interface Place {
  parent: Node | null
  name: string
}

/** One file or folder of the contract, with its entries on each side and in the agreed tree. */
export interface Node {
  readonly row: Agreed | null
  /** The node of the agreed parent. */
  rowParent: Node | null
  source: Entry | null
  target: Entry | null
  readonly kind: 'file' | 'folder'
  /** Whether both sides have it exactly as agreed, which is true for most entries. */
  isSame: boolean
  /**
   * Why this plan does not change the entry; null if it may. A frozen entry keeps its place, and so do the
   * folders above it.
   */
  frozen: SkipReason | null
  /** The place that both sides should have. */
  place: Place
  /** The side that determines the place, if it differs from the agreed one. */
  placeFrom: SideName | null
  /**
   * What the plan does with the entry. `live`: both sides have it afterwards. `stay`: it is left as it is.
   * `undecided`: the children of the folder decide.
   */
  decision: 'live' | 'remove' | 'stay' | 'forget' | 'undecided'
  /** The side whose content is written to the other side. */
  winner: SideName | null
  /** Contents that the server keeps before they are overwritten or removed. */
  keeps: readonly { side: SideName; reason: 'overwritten' | 'conflict' }[]
  /** Whether the losing side had an older version. The agreed tree then contains that version. */
  isRebased: boolean
  /** Content that a person merged; written to the source first. */
  merged: { hash: string; size: number } | null
  key: string | null
}

const unplaced: Place = { parent: null, name: '' }
const noKeeps: Node['keeps'] = []

export const newNode = (row: Agreed | null, kind: Entry['kind']): Node => ({
  row,
  rowParent: null,
  source: null,
  target: null,
  kind,
  isSame: false,
  frozen: null,
  place: unplaced,
  placeFrom: null,
  decision: 'live',
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

/**
 * Returns the content id of a side's file: the reported id, or the agreed id if the file has the agreed version.
 */
export const hashOf = (node: Node, side: SideName): string | null => {
  const entry = node[side]
  if (!entry) return null
  if (entry.hash !== null || !node.row) return entry.hash
  return entry.version === rowVersionOf(node.row, side) ? node.row.hash : null
}

/** Returns the path below the root that both sides should have. */
export function pathOf(node: Node): string {
  let path = node.place.name
  for (let at = node.place.parent, depth = 0; at && depth < maxDepth; at = at.place.parent, depth++)
    path = `${at.place.name}/${path}`
  return path
}

/** Maximum nesting. A deeper tree is cut here, so that an invalid tree never causes an endless loop. */
export const maxDepth = 1_000
