import { filterOf, isTemporary, type Hidden } from './filters.js'
import { maxDepth, type Node } from './nodes.js'
import type { Entry, Rules, SideName, Skipped, Tree } from './types.js'

/** One side during planning: its entries in the contract, and their places. */
export class Side {
  /** Nodes by the id of their entry on this side. */
  readonly nodes = new Map<string, Node>()
  readonly skipped: Skipped[] = []
  /** Ids that the rules or Crossdock hide; null if none is hidden. */
  private readonly hidden: Map<string, Hidden | null> | null

  constructor(
    readonly name: SideName,
    readonly tree: Tree,
    rules: Rules
  ) {
    const filter = filterOf(rules)
    let hasTemporary = false
    for (const entry of tree.entries.values())
      if (isTemporary(entry.name)) {
        hasTemporary = true
        break
      }
    this.hidden = filter || hasTemporary ? new Map() : null
    if (!this.hidden) return
    const paths = new Map<string, string>()
    const visit = (entry: Entry, depth: number): boolean => {
      const known = this.hidden!.get(entry.id)
      if (known !== undefined) return known !== null
      const parent = entry.parentId === null ? undefined : tree.entries.get(entry.parentId)
      const isBelowHidden = depth < maxDepth && parent !== undefined && visit(parent, depth + 1)
      const above = parent === undefined ? '' : `${paths.get(parent.id) ?? ''}/`
      const path = `${above}${entry.name}`
      paths.set(entry.id, path)
      let found: Hidden | null = null
      if (isBelowHidden || isTemporary(entry.name)) found = { reason: 'excluded', detail: '' }
      else if (filter) {
        found = filter(path, entry.kind)
        if (found) this.skipped.push({ side: name, id: entry.id, path, kind: entry.kind, ...found })
      }
      this.hidden!.set(entry.id, found)
      return found !== null
    }
    for (const entry of tree.entries.values()) visit(entry, 0)
  }

  isHidden(id: string): boolean {
    return this.hidden !== null && (this.hidden.get(id) ?? null) !== null
  }

  /** Returns the entry with this id if it belongs to the contract; otherwise null. */
  get(id: string): Entry | null {
    const entry = this.tree.entries.get(id)
    return entry && !this.isHidden(id) ? entry : null
  }

  *free(): Generator<Entry> {
    if (this.nodes.size === this.tree.entries.size) return
    for (const entry of this.tree.entries.values())
      if (!this.nodes.has(entry.id) && !this.isHidden(entry.id)) yield entry
  }

  claim(node: Node, entry: Entry): void {
    node[this.name] = entry
    this.nodes.set(entry.id, node)
  }

  /** Removes the entry from its node, so that another node may use the entry. */
  release(node: Node): void {
    this.nodes.delete(node[this.name]!.id)
    node[this.name] = null
  }

  path(entry: Entry): string {
    let path = entry.name
    let at = entry
    for (let depth = 0; at.parentId !== null && depth < maxDepth; depth++) {
      const parent = this.tree.entries.get(at.parentId)
      if (!parent) break
      path = `${parent.name}/${path}`
      at = parent
    }
    return path
  }
}
