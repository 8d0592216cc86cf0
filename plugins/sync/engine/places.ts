import type { Contents } from './contents.js'
import { freeName, nameProblem, type NameKeys } from './names.js'
import { maxDepth, pathOf, type Node, type Place } from './nodes.js'
import type { Side } from './sides.js'
import { otherSide, sideNames, type PlanInput, type SideName } from './types.js'

/** Decides the place of each pair: one tree without cycles, with one entry per name. */
export class Places {
  constructor(
    private readonly input: PlanInput,
    private readonly sides: Record<SideName, Side>,
    private readonly keys: NameKeys,
    private readonly contents: Contents,
    private readonly nodes: Node[]
  ) {}

  /** Returns the present place of an entry on a side. */
  now(node: Node, side: SideName): Place {
    const entry = node[side]!
    const parent = entry.parentId === null ? null : this.sides[side].nodes.get(entry.parentId)
    return { parent: parent ?? null, name: entry.name }
  }

  /** Returns whether an entry must be created or moved on a side. */
  isElsewhere(node: Node, side: SideName): boolean {
    if (node.isSame) return false
    if (!node[side]) return true
    const now = this.now(node, side)
    if (now.name === node.place.name) return now.parent !== node.place.parent
    return (
      now.parent !== node.place.parent ||
      this.keys.same(now.name) !== this.keys.same(node.place.name)
    )
  }

  decide(): void {
    const moved: Node[] = []
    for (const node of this.nodes) {
      if (node.isSame || (!node.source && !node.target)) continue
      this.merge(node)
      if (node.placeFrom !== null && node.kind === 'folder') moved.push(node)
    }
    for (const node of moved) this.breakCycle(node)
    this.decideFolders()
    const pending = this.nodes.filter(
      (node) =>
        !node.isSame &&
        node.decision === 'live' &&
        sideNames.some((side) => this.isElsewhere(node, side))
    )
    if (pending.length === 0) return
    for (const node of pending) this.checkName(node)
    this.settleClashes(new Set(pending.map((node) => node.place.parent)))
    const known = new Map<Node, boolean>()
    for (const node of pending) this.canLive(node, known)
  }

  private merge(node: Node): void {
    if (!node.source || !node.target) {
      const side = node.source ? 'source' : 'target'
      node.place = this.now(node, side)
      if (!node.row) node.placeFrom = side
      return
    }
    const source = this.now(node, 'source')
    const { row, rowParent } = node
    if (!row || node.decision !== 'live') {
      node.place = source
      return
    }
    const target = this.now(node, 'target')
    if (this.input.rules.direction === 'forward') {
      node.place = source
      return
    }
    const isTargetFirst = this.input.rules.conflicts === 'target'
    const pick = (isSource: boolean, isTarget: boolean): SideName | null => {
      if (isSource && isTarget) return isTargetFirst ? 'target' : 'source'
      return isSource ? 'source' : isTarget ? 'target' : null
    }
    const name = this.keys.same(row.name)
    const parentFrom = pick(source.parent !== rowParent, target.parent !== rowParent)
    const nameFrom = pick(
      this.keys.same(source.name) !== name,
      this.keys.same(target.name) !== name
    )
    const places = { source, target }
    node.place = {
      parent: parentFrom ? places[parentFrom].parent : rowParent,
      name: nameFrom ? places[nameFrom].name : row.name,
    }
    if (parentFrom || nameFrom)
      node.placeFrom = parentFrom === 'target' || nameFrom === 'target' ? 'target' : 'source'
  }

  /**
   * Breaks a cycle of folders, which two opposite moves would create. One folder returns to its place on the
   * source, whose tree has no cycle.
   */
  private breakCycle(start: Node): void {
    for (let tries = 0; tries < maxDepth; tries++) {
      const seen = new Set<Node>()
      let at: Node | null = start
      while (at && !seen.has(at)) {
        seen.add(at)
        at = at.place.parent
      }
      if (!at) return
      const cycle: Node[] = []
      for (let node: Node = at; !cycle.includes(node); node = node.place.parent!) cycle.push(node)
      const loser = cycle.find((node) => node.placeFrom === 'target' && node.source)
      if (!loser) return
      loser.place = this.now(loser, 'source')
      loser.placeFrom = 'source'
    }
  }

  /**
   * Decides about folders that were deleted on one side. A folder with remaining content stays. Other folders
   * are removed, unless deletions are not synced.
   */
  private decideFolders(): void {
    const undecided = this.nodes.filter((node) => node.decision === 'undecided')
    if (undecided.length === 0) return
    const children = new Map<Node, Node[]>(undecided.map((node) => [node, []]))
    for (const node of this.nodes)
      if (node.place.parent) children.get(node.place.parent)?.push(node)
    const decide = (node: Node): void => {
      if (node.decision !== 'undecided') return
      const side = node.source ? 'source' : 'target'
      node.decision = 'remove'
      for (const child of children.get(node)!) {
        decide(child)
        if (child.decision === 'live') node.decision = 'live'
      }
      if (node.decision === 'remove' && !this.input.rules.deletes) {
        node.decision = 'stay'
        this.contents.skip(node, side, 'deletion_kept')
      }
    }
    for (const node of undecided) decide(node)
  }

  private checkName(node: Node): void {
    for (const side of sideNames) {
      if (!this.isElsewhere(node, side) || node.decision !== 'live') continue
      const { traits, takesName } = this.sides[side].tree
      const { name } = node.place
      const own =
        takesName?.(name) === false ? { reason: 'forbidden_name' as const, detail: '' } : null
      const problem = nameProblem(name, pathOf(node), traits) ?? own
      if (problem) this.contents.freeze(node, otherSide(side), problem.reason, problem.detail)
    }
  }

  private settleClashes(folders: ReadonlySet<Node | null>): void {
    const groups = new Map<Node | null, Node[]>()
    for (const node of this.nodes) {
      if (node.decision === 'remove' || (!node.source && !node.target)) continue
      if (!folders.has(node.place.parent)) continue
      const group = groups.get(node.place.parent)
      if (group) group.push(node)
      else groups.set(node.place.parent, [node])
    }
    for (const group of groups.values()) if (group.length > 1) this.settleNames(group)
  }

  /**
   * Gives entries of one name different names. An entry that already has the name keeps it. Next come the
   * winning side and the older entry.
   */
  private settleNames(group: Node[]): void {
    const first: SideName = this.input.rules.conflicts === 'target' ? 'target' : 'source'
    const rank = (node: Node) => {
      if (node.decision !== 'live') return 0
      if (node.row && node.placeFrom === null) return 1
      return node.placeFrom === null || node.placeFrom === first ? 2 : 3
    }
    const age = (node: Node) => (node.source ?? node.target)!.modifiedAt
    const names = new Set(group.map((node) => this.keys.slot(node.place.name)))
    if (names.size === group.length) return
    const ranks = new Map(group.map((node) => [node, rank(node)]))
    group.sort(
      (a, b) =>
        ranks.get(a)! - ranks.get(b)! ||
        age(a) - age(b) ||
        (a.place.name < b.place.name ? -1 : a.place.name > b.place.name ? 1 : 0)
    )
    const taken = new Map<string, Node>()
    for (const node of group) {
      const slot = this.keys.slot(node.place.name)
      const holder = taken.get(slot)
      if (holder && node.decision === 'live') this.renameOrSkip(node, holder, names)
      taken.set(
        this.keys.slot(node.place.name),
        node.decision === 'live' || !holder ? node : holder
      )
    }
  }

  private renameOrSkip(node: Node, holder: Node, names: Set<string>): void {
    const side = node.placeFrom ?? (node.source ? 'source' : 'target')
    const [a, b] = [node.place.name, holder.place.name]
    if (a !== b) {
      if (sideNames.every((name) => !this.isElsewhere(node, name))) return
      const reason = a.toLowerCase() === b.toLowerCase() ? 'case_clash' : 'form_clash'
      return this.contents.freeze(node, side, reason, pathOf(holder))
    }
    if (holder.decision !== 'live' || this.input.rules.direction === 'forward')
      return this.contents.freeze(node, side, 'held', pathOf(holder))
    const name = freeName(a, (name) => names.has(this.keys.slot(name)))
    names.add(this.keys.slot(name))
    node.place = { parent: node.place.parent, name }
  }

  /** Returns whether the folder of an entry exists or will be created. */
  private canLive(node: Node, known: Map<Node, boolean>): boolean {
    const found = known.get(node)
    if (found !== undefined) return found
    const { parent } = node.place
    let can = node.decision === 'live'
    if (can && parent && !this.canLive(parent, known)) {
      const isThere = sideNames.every((side) => parent[side] || !this.isElsewhere(node, side))
      can = isThere && parent.row !== null
      if (!can) {
        node.decision = 'stay'
        if (node.row) this.contents.skip(node, node.placeFrom ?? 'source', 'held', pathOf(parent))
      }
    }
    known.set(node, can)
    return can
  }
}
