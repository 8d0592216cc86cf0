import { createHash } from 'node:crypto'
import { hashOf, newNode, type Node } from './nodes.js'
import type { Side } from './sides.js'
import {
  otherSide,
  sideNames,
  type ConflictCause,
  type PlanInput,
  type Resolution,
  type SideName,
  type SkipReason,
  type Skipped,
} from './types.js'

/** Facts about pairs that planning finds. */
export interface Findings {
  nodes: Node[]
  reads: { node: Node; side: SideName }[]
  conflicts: { node: Node; cause: ConflictCause }[]
  skipped: Skipped[]
}

/** Returns the key of a conflict between files that were never agreed. It is the same in every plan. */
const pairKey = (sourceId: string, targetId: string) =>
  `new-${createHash('sha256').update(`${sourceId}\0${targetId}`).digest('hex').slice(0, 24)}`

/** Decides for each pair separately which content wins, what is deleted, and what is left unchanged. */
export class Contents {
  constructor(
    private readonly input: PlanInput,
    private readonly sides: Record<SideName, Side>,
    private readonly found: Findings
  ) {}

  decide(node: Node): void {
    const { held, rules } = this.input
    if (node.isSame && held.size === 0 && rules.maxFileBytes === null) return
    this.freezeOddities(node)
    if (node.frozen) node.decision = this.isForgotten(node) ? 'forget' : 'stay'
    else if (node.source && node.target) this.decideBoth(node)
    else if (node.source) this.decideOne(node, 'source')
    else if (node.target) this.decideOne(node, 'target')
    else node.decision = 'forget'
  }

  skip(node: Node, side: SideName, reason: SkipReason, detail = ''): void {
    const entry = node[side]
    if (!entry) return
    const path = this.sides[side].path(entry)
    this.found.skipped.push({ side, id: entry.id, path, kind: entry.kind, reason, detail })
  }

  freeze(node: Node, side: SideName, reason: SkipReason, detail = ''): void {
    node.frozen ??= reason
    node.decision = 'stay'
    this.skip(node, side, reason, detail)
  }

  private freezeOddities(node: Node): void {
    const { held, rules } = this.input
    for (const name of sideNames) {
      const side = this.sides[name]
      const entry = node[name]
      if (entry) {
        const isOrphan = entry.parentId !== null && !side.tree.entries.has(entry.parentId)
        if (entry.trouble || isOrphan) this.freeze(node, name, entry.trouble ?? 'unreadable')
        else if (rules.maxFileBytes !== null && entry.size > rules.maxFileBytes)
          this.freeze(node, name, 'too_large', String(rules.maxFileBytes))
        else if (held.size > 0 && held.has(side.path(entry))) this.freeze(node, name, 'held')
      } else if (node.row) {
        // Entries below an unreadable folder look deleted, but are not.
        let above = node.rowParent
        while (above && !above[name]) above = above.rowParent
        const trouble = above?.[name]?.trouble
        if (trouble) {
          node.frozen = trouble
          node.decision = 'stay'
        }
      }
    }
  }

  /** Returns whether the content id of a file is known. If not, adds a step that reads the file. */
  private isKnown(node: Node, side: SideName): boolean {
    if (node.kind === 'folder' || !node[side] || hashOf(node, side) !== null) return true
    this.found.reads.push({ node, side })
    return false
  }

  private decideBoth(node: Node): void {
    if (node.kind === 'folder') return
    const known = sideNames.filter((side) => this.isKnown(node, side))
    if (known.length < 2) return
    const [source, target] = [hashOf(node, 'source'), hashOf(node, 'target')]
    if (source === target) return
    const { row } = node
    const isSourceChanged = !row || source !== row.hash
    const isTargetChanged = !row || target !== row.hash
    if (this.input.rules.direction === 'forward') {
      node.winner = 'source'
      if (isTargetChanged) {
        node.keeps = [{ side: 'target', reason: 'overwritten' }]
        this.skip(node, 'target', 'changed_at_target')
      }
    } else if (isSourceChanged && isTargetChanged) this.decideConflict(node)
    else this.takeChange(node, isSourceChanged ? 'source' : 'target')
  }

  /**
   * Returns whether an untrusted side lacks an entry of the agreed tree. The agreed tree forgets these entries
   * immediately, so that they never count as deleted, even if this plan is not carried out.
   */
  private isForgotten = (node: Node) =>
    node.row !== null && sideNames.some((side) => !node[side] && !this.sides[side].tree.isTrusted)

  /**
   * Handles a pair that changed on one side only. If that side lost its memory, it may have an older version:
   * then the newer version wins.
   */
  private takeChange(node: Node, changed: SideName): void {
    node.isRebased =
      !this.sides[changed].tree.isTrusted && node[changed]!.modifiedAt <= node.row!.modifiedAt
    node.winner = node.isRebased ? otherSide(changed) : changed
    if (node.isRebased) node.keeps = [{ side: changed, reason: 'overwritten' }]
  }

  private resolutionOf(node: Node): Resolution | undefined {
    const { resolutions } = this.input
    if (resolutions.size === 0) return
    const found = resolutions.get(conflictKeyOf(node))
    const isMeant =
      found?.sourceHash === hashOf(node, 'source') && found?.targetHash === hashOf(node, 'target')
    return isMeant ? found : undefined
  }

  private decideConflict(node: Node): void {
    const { conflicts } = this.input.rules
    const resolution = this.resolutionOf(node)
    const keepLoser = (winner: SideName) => {
      node.winner = winner
      node.keeps = [{ side: otherSide(winner), reason: 'conflict' }]
    }
    if (resolution?.keep === 'both') this.split(node)
    else if (resolution?.keep === 'merged') {
      node.merged = { hash: resolution.mergedHash!, size: resolution.mergedSize ?? 0 }
      node.keeps = sideNames.map((side) => ({ side, reason: 'conflict' }))
    } else if (resolution) keepLoser(resolution.keep)
    else if (conflicts === 'manual')
      this.openConflict(node, node.row ? 'both_changed' : 'both_created')
    else if (conflicts !== 'newest') keepLoser(conflicts)
    else keepLoser(node.target!.modifiedAt > node.source!.modifiedAt ? 'target' : 'source')
  }

  openConflict(node: Node, cause: ConflictCause): void {
    this.found.conflicts.push({ node, cause })
    for (const side of sideNames) this.freeze(node, side, 'conflict')
  }

  /**
   * Forgets the pair. The present files count as new. If two files have one name, later steps rename one of
   * them.
   */
  private split(node: Node): void {
    for (const side of sideNames) {
      if (!node[side]) continue
      const half = newNode(null, node.kind)
      this.sides[side].claim(half, node[side])
      half.winner = side
      this.found.nodes.push(half)
    }
    node.source = node.target = null
    node.decision = 'forget'
  }

  private decideOne(node: Node, side: SideName): void {
    const { rules } = this.input
    const { row, kind } = node
    const other = otherSide(side)
    if (!row && rules.direction === 'forward' && side === 'target') {
      node.decision = 'stay'
      return this.skip(node, 'target', 'changed_at_target')
    }
    if (!this.isKnown(node, side)) {
      node.decision = 'stay'
      return
    }
    if (kind === 'file') node.winner = side
    if (!row) return
    const isChanged = kind === 'file' && hashOf(node, side) !== row.hash
    const isTrusted = this.sides[other].tree.isTrusted
    if (rules.direction === 'forward' && side === 'target') {
      // A file that changed at the target, or is missing at an untrusted source, is never deleted at the target.
      if (isTrusted && !isChanged) return this.remove(node)
      node.decision = 'forget'
      return this.skip(node, 'target', 'changed_at_target')
    }
    if (rules.direction === 'forward') return
    if (!isTrusted) return this.split(node)
    if (!isChanged) return this.wasMoved(node, side) ? undefined : this.remove(node)
    // A change takes precedence over a deletion, unless a person is to decide.
    const resolution = this.resolutionOf(node)
    if (resolution?.keep === other) {
      node.keeps = [{ side, reason: 'conflict' }]
      node.decision = 'remove'
    } else if (!resolution && rules.conflicts === 'manual')
      this.openConflict(node, 'changed_and_deleted')
  }

  /**
   * Removes the remaining entry of a deleted pair. A folder is decided later, because it stays while something
   * in it stays.
   */
  private remove(node: Node): void {
    if (node.kind === 'folder') node.decision = 'undecided'
    else if (this.input.rules.deletes) node.decision = 'remove'
    else {
      node.decision = 'stay'
      this.skip(node, node.source ? 'source' : 'target', 'deletion_kept')
    }
  }

  /** Returns whether the entry, or a folder that was deleted with it on the other side, was moved on this side. */
  private wasMoved(node: Node, side: SideName): boolean {
    const entry = node[side]
    if (!entry || !node.row) return false
    const parent = entry.parentId === null ? null : this.sides[side].nodes.get(entry.parentId)
    if (parent !== node.rowParent || entry.name !== node.row.name) return true
    const above = node.rowParent
    return above !== null && !above[otherSide(side)] && this.wasMoved(above, side)
  }
}

export const conflictKeyOf = (node: Node): string =>
  node.row?.key ?? pairKey(node.source?.id ?? '', node.target?.id ?? '')
