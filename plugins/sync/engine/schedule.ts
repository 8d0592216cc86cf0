import { freeName, slotOn } from './names.js'
import { hashOf, pathOf, type Node, type Place } from './nodes.js'
import type { Places } from './places.js'
import type { Side } from './sides.js'
import type { Expected, Operation, PlannedOperation, SideName } from './types.js'

/** Receives the steps of a plan. */
export interface Steps {
  operations: PlannedOperation[]
  keyOf: (node: Node) => string
  /** Records an entry that this plan cannot handle, and what blocks it. */
  drop: (node: Node, side: SideName, by: string) => void
}

const expectedOf = (node: Node, { name: side }: Side): Expected => {
  const { id, parentId, name, version } = node[side]!
  return { id, parentId, name, version, hash: hashOf(node, side) }
}

/**
 * Orders the steps of one side. It simulates the steps on a copy of the side's places, so that each step finds
 * its folder and a free name. Files that swap names need two plans: the first plan gives one of them a
 * temporary name.
 */
export class Schedule {
  /** The content of the relevant folders after the steps so far. Null is an entry outside the contract. */
  private readonly folders = new Map<Node | null, Map<string, Node | null>>()
  private readonly placeNow = new Map<Node, Place>()
  private readonly pending = new Set<Node>()
  /**
   * The steps that must come first: the last step of each entry, the steps that emptied a folder, and the step
   * that freed a name.
   */
  private readonly lastStep = new Map<Node, number>()
  private readonly emptied = new Map<Node, number[]>()
  private readonly freed = new Map<Node | null, Map<string, number>>()
  private readonly slot: (name: string) => string
  private readonly name: SideName

  constructor(
    private readonly side: Side,
    private readonly other: Side,
    private readonly places: Places,
    private readonly steps: Steps
  ) {
    this.name = side.name
    this.slot = slotOn(side.tree.traits)
  }

  /** Creates, moves and removes. */
  arrange(nodes: readonly Node[]): void {
    const removed: Node[] = []
    for (const node of nodes)
      if (node.decision === 'remove') {
        if (node[this.name]) removed.push(node)
      } else if (node.decision === 'live' && this.places.isElsewhere(node, this.name))
        this.pending.add(node)
    for (const node of removed.reverse()) this.pending.add(node)
    if (this.pending.size === 0) return
    this.readFolders(removed)
    this.keepFilledFolders(removed)
    this.settle()
  }

  private readFolders(removed: readonly Node[]): void {
    for (const node of removed) this.folders.set(node, new Map())
    for (const node of this.pending) {
      this.folders.set(node.place.parent, new Map())
      if (node[this.name]) this.folders.set(this.places.now(node, this.name).parent, new Map())
    }
    for (const entry of this.side.tree.entries.values()) {
      const parent = entry.parentId === null ? null : this.side.nodes.get(entry.parentId)
      const folder = parent === undefined ? undefined : this.folders.get(parent)
      if (!folder) continue
      const node = this.side.nodes.get(entry.id) ?? null
      if (node) this.placeNow.set(node, { parent: parent!, name: entry.name })
      folder.set(this.slot(entry.name), node)
    }
  }

  /** Keeps folders with remaining content, which cannot be removed. */
  private keepFilledFolders(removed: readonly Node[]): void {
    const stays = new Map<Node, boolean>()
    const isStaying = (node: Node | null): boolean => {
      if (!node || !this.pending.has(node)) return true
      if (node.decision !== 'remove' || node.kind === 'file') return false
      let is = stays.get(node)
      if (is === undefined) {
        is = [...this.folders.get(node)!.values()].some(isStaying)
        stays.set(node, is)
      }
      return is
    }
    for (const node of removed) isStaying(node)
    for (const [node, is] of stays)
      if (is) {
        this.pending.delete(node)
        this.steps.drop(node, this.name, '')
      }
  }

  private settle(): void {
    while (this.pending.size > 0) {
      let isProgress = false
      for (const node of this.pending) if (this.attempt(node)) isProgress = true
      if (isProgress) continue
      // First drop entries whose name never becomes free, then swap names.
      const pending = [...this.pending]
      const stuck = pending.find((node) => this.isStuck(node))
      const swap = stuck ? undefined : pending.find((node) => this.canSwap(node))
      if (swap) this.useTemporaryName(swap)
      const done = stuck ?? swap ?? pending[0]!
      this.pending.delete(done)
      if (swap) continue
      const occupant = this.occupantOf(done.place)
      this.steps.drop(done, this.name, occupant ? pathOf(occupant) : '')
    }
  }

  /**
   * Returns whether an entry may get a temporary name. The other side must already have it in its place, because
   * the next plan would otherwise copy the temporary name to that side.
   */
  private canSwap = (node: Node) =>
    node.row !== null &&
    node.decision === 'live' &&
    node[this.name] !== null &&
    this.isSettling(node)

  private useTemporaryName(node: Node): void {
    const parent = this.isFolderReady(node) ? node.place.parent : this.placeNow.get(node)!.parent
    const folder = this.folders.get(parent)!
    const name = freeName(node.place.name, (it) => folder.has(this.slot(it)))
    this.move(node, { parent, name }, true)
  }

  private occupantOf = ({ parent, name }: Place) => this.folders.get(parent)?.get(this.slot(name))

  private isStuck(node: Node): boolean {
    if (node.decision === 'remove') return false
    const { parent } = node.place
    if (parent && !this.isThere(parent)) return !this.pending.has(parent)
    const occupant = this.occupantOf(node.place)
    if (occupant === undefined || occupant === node) return this.movesIntoItself(node)
    return occupant === null || !this.pending.has(occupant)
  }

  /** Returns whether a folder would be moved into one of its own subfolders that stays in it. */
  private movesIntoItself(node: Node): boolean {
    let isMoving = false
    for (let at = node.place.parent; at && !isMoving; at = this.parentNow(at)) {
      if (at === node) return true
      isMoving = this.pending.has(at)
    }
    return false
  }

  private isThere = (node: Node) => node[this.name] !== null || this.lastStep.has(node)

  /** Returns whether a folder exists and is not inside of the entry that moves into it. */
  private isFolderReady(node: Node): boolean {
    if (node.decision === 'remove') return false
    const { parent } = node.place
    if (parent && !this.isThere(parent)) return false
    if (node.kind === 'file' || !node[this.name]) return true
    for (let at = parent; at; at = this.parentNow(at)) if (at === node) return false
    return true
  }

  private parentNow(node: Node): Node | null {
    const known = this.placeNow.get(node)
    if (known) return known.parent
    return node[this.name] ? this.places.now(node, this.name).parent : node.place.parent
  }

  private attempt(node: Node): boolean {
    if (node.decision === 'remove') {
      if (node.kind === 'folder' && this.folders.get(node)!.size > 0) return false
      this.remove(node)
    } else {
      const occupant = this.occupantOf(node.place)
      if (!this.isFolderReady(node) || (occupant !== undefined && occupant !== node)) return false
      if (!node[this.name]) this.make(node)
      else this.move(node, node.place, this.isSettling(node))
    }
    this.pending.delete(node)
    return true
  }

  /**
   * Returns whether the other side already has the entry in its place, so that both sides agree after this step.
   */
  private isSettling = (node: Node) =>
    node[this.other.name] !== null && !this.places.isElsewhere(node, this.other.name)

  private push(node: Node, operation: Operation, after: readonly (number | undefined)[]): number {
    const steps = new Set(after.filter((step) => step !== undefined))
    const path = pathOf(node)
    return this.steps.operations.push({ ...operation, path, after: [...steps] }) - 1
  }

  /** Returns the steps that must precede a new entry at a place. */
  private before = ({ parent, name }: Place) => [
    parent ? this.lastStep.get(parent) : undefined,
    this.freed.get(parent)?.get(this.slot(name)),
  ]

  private leave(node: Node, step: number): void {
    const { parent, name } = this.placeNow.get(node)!
    this.folders.get(parent)!.delete(this.slot(name))
    const freed = this.freed.get(parent) ?? new Map<string, number>()
    this.freed.set(parent, freed.set(this.slot(name), step))
    if (!parent) return
    const steps = this.emptied.get(parent)
    if (steps) steps.push(step)
    else this.emptied.set(parent, [step])
  }

  private arrive(node: Node, place: Place, step: number): void {
    this.lastStep.set(node, step)
    this.placeNow.set(node, place)
    this.folders.get(place.parent)!.set(this.slot(place.name), node)
  }

  private whereOf = (node: Node, place: Place) => ({
    side: this.name,
    key: this.steps.keyOf(node),
    parentKey: place.parent ? this.steps.keyOf(place.parent) : null,
    parentId: place.parent?.[this.name]?.id ?? null,
    name: place.name,
  })

  private move(node: Node, place: Place, isSettled: boolean): void {
    const from = node[this.other.name] ? expectedOf(node, this.other) : null
    const where = this.whereOf(node, place)
    const expected = expectedOf(node, this.side)
    const step = this.push(
      node,
      { type: 'move', ...where, expected, from, isSettled },
      this.before(place)
    )
    this.leave(node, step)
    this.arrive(node, place, step)
  }

  private make(node: Node): void {
    const { size, modifiedAt } = node[this.other.name]!
    const from = expectedOf(node, this.other)
    const where = { ...this.whereOf(node, node.place), from }
    const operation: Operation =
      node.kind === 'folder'
        ? { type: 'makeFolder', ...where }
        : { type: 'write', ...where, expected: null, hash: from.hash, size, modifiedAt }
    this.arrive(node, node.place, this.push(node, operation, this.before(node.place)))
  }

  private remove(node: Node): void {
    const after = [...(this.emptied.get(node) ?? []), this.keep(node, this.side)]
    const expected = expectedOf(node, this.side)
    const { kind } = node
    const key = this.steps.keyOf(node)
    this.leave(
      node,
      this.push(node, { type: 'remove', side: this.name, key, expected, kind }, after)
    )
  }

  private keep(node: Node, side: Side): number | undefined {
    const kept = node.keeps.find((keep) => keep.side === side.name)
    if (!kept) return
    const { size } = node[side.name]!
    const expected = expectedOf(node, side)
    const key = node.row?.key ?? null
    return this.push(node, { type: 'keep', key, expected, hash: expected.hash, size, ...kept }, [])
  }

  /** Replaces the contents of existing files, at the places to which this plan moves the files. */
  overwrite(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.decision !== 'live' || !node.source || !node.target) continue
      const merged = this.name === 'source' ? node.merged : null
      if (node.winner !== this.other.name && !merged) continue
      const moved = this.lastStep.get(node)
      const place = this.placeNow.get(node) ?? this.places.now(node, this.name)
      const expected = expectedOf(node, this.side)
      if (moved !== undefined) {
        // If the move changes the file's id, or moves the file into a new folder, the next plan writes its
        // content.
        if (!this.side.tree.traits.hasIds || (place.parent && !place.parent[this.name])) continue
        expected.parentId = place.parent?.[this.name]?.id ?? null
        expected.name = place.name
      }
      const { size, modifiedAt } = node[this.other.name]!
      const from = expectedOf(node, this.other)
      const content = merged ?? { hash: from.hash, size }
      const after = [moved, this.keep(node, this.side), merged && this.keep(node, this.other)]
      const where = this.whereOf(node, place)
      const step = { type: 'write', ...where, expected, from, ...content, modifiedAt } as const
      this.push(
        node,
        step,
        after.map((index) => index ?? undefined)
      )
    }
  }
}
