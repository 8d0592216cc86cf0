import {
  agreedChangeOf,
  type Agreed,
  type Operation,
  type Plan,
  type PlanInput,
  type PlannedOperation,
} from '@crossdock/sync-engine'
import { plan } from '@crossdock/sync-engine'
import type { Resolution, Rules, SideName, Tree } from '@crossdock/sync-engine'
import { DiskError, type Disk, type Item } from './disk.js'

export const plainRules: Rules = {
  direction: 'both',
  deletes: true,
  conflicts: 'newest',
  fileTypes: [],
  excludePatterns: [],
  folders: [],
  maxFileBytes: null,
  brake: null,
}

export type Ending = 'done' | 'stale' | 'failed' | 'lost'

/** Hooks for a simulation. `plant` is only for planted bugs. */
export interface Hooks {
  /** Called before a step. `fail`: the step fails. `lose`: it happens, but its answer is lost. */
  fate?: (operation: PlannedOperation) => 'fail' | 'lose' | null
  /** Called while the bytes of a file are read. */
  whileReading?: (item: Item) => void
  plant?: 'lost rename' | 'resurrected delete' | 'torn write'
}

/** The server's work on a contract, over two disks in memory. */
export class Contract {
  agreed = new Map<string, Agreed>()
  resolutions = new Map<string, Resolution>()
  held = new Set<string>()
  /** Contents that the server keeps: overwritten or removed ones, and merged texts. */
  readonly kept = new Set<string>()
  bytes = 0
  steps = 0
  private keys = 0

  constructor(
    readonly name: string,
    readonly source: Disk,
    readonly target: Disk,
    readonly rules: Rules = plainRules,
    readonly hooks: Hooks = {}
  ) {}

  plan(
    trees: { source: Tree; target: Tree } = this.trees(),
    released: PlanInput['released'] = null
  ): Plan {
    const { agreed, rules, resolutions, held } = this
    const newKey = () => `${this.name}${++this.keys}`
    const input: PlanInput = { ...trees, agreed, rules, resolutions, held, released, newKey }
    return plan(input)
  }

  trees = () => ({ source: this.source.tree(), target: this.target.tree() })

  /** Carries out a plan, or its first steps. A step whose predecessor failed is skipped. */
  carryOut({ operations }: Plan, most = Infinity): Ending[] {
    const endings: Ending[] = []
    for (const operation of operations.slice(0, most)) {
      const isReady = operation.after.every((step) => endings[step] === 'done')
      endings.push(isReady ? this.step(operation) : 'stale')
    }
    return endings
  }

  /** Plans and carries out until nothing is left to do. */
  settle(most = 200): number {
    for (let plans = 1; plans <= most; plans++) {
      const made = this.plan()
      if (made.stop) throw new Error(`stopped: ${made.stop.code}`)
      if (made.operations.every(({ type }) => type === 'conflict')) return plans
      this.carryOut(made)
    }
    throw new Error(`${this.name} does not come to rest`)
  }

  private step(operation: PlannedOperation): Ending {
    this.steps++
    const fate = this.hooks.fate?.(operation) ?? null
    const { plant } = this.hooks
    // Planted bug: the server records an outcome before the step happens.
    const isNotedEarly =
      (plant === 'lost rename' && operation.type === 'move') ||
      (plant === 'resurrected delete' && operation.type === 'remove')
    if (fate === 'fail') {
      if (isNotedEarly)
        this.note(operation, {
          id: operation.expected.id,
          version: operation.expected.version,
          modifiedAt: 0,
        })
      return 'failed'
    }
    try {
      const result = this.execute(operation)
      if (result === 'stale') return 'stale'
      if (fate === 'lose') return 'lost'
      this.note(operation, result)
      return 'done'
    } catch (error) {
      if (error instanceof DiskError) return 'failed'
      throw error
    }
  }

  private note(operation: Operation, result: Parameters<typeof agreedChangeOf>[1]): void {
    const row = 'key' in operation && operation.key !== null ? this.agreed.get(operation.key) : null
    const change = agreedChangeOf(operation, result, row ?? null)
    if (change?.type === 'set') this.agreed.set(change.agreed.key, change.agreed)
    if (change?.type === 'forget') this.agreed.delete(change.key)
  }

  private execute(operation: Operation) {
    if (!('side' in operation)) return null
    const disk = this[operation.side]
    const folderOf = ({
      parentKey,
      parentId,
    }: {
      parentKey: string | null
      parentId: string | null
    }) => {
      if (parentKey === null) return null
      const row = this.agreed.get(parentKey)
      const id = row ? (operation.side === 'source' ? row.sourceId : row.targetId) : parentId
      const item = id === null ? null : disk.get(id)
      if (!item) throw new DiskError('no such folder')
      return item.id
    }
    const item =
      'expected' in operation && operation.expected ? disk.expect(operation.expected) : null
    if ('expected' in operation && operation.expected && !item) return 'stale'
    switch (operation.type) {
      case 'makeFolder':
        return disk.entry(disk.make(folderOf(operation), operation.name, 'folder'))
      case 'move':
        disk.move(item!, folderOf(operation), operation.name)
        return disk.entry(item!)
      case 'remove':
        if (operation.kind === 'file') this.destroy(operation, item!)
        disk.remove(item!)
        return null
      case 'keep':
        this.kept.add(item!.content)
        return null
      case 'read':
        return null
      case 'write': {
        const content = this.read(operation)
        if (content === null) return 'stale'
        if (operation.expected && !disk.expect(operation.expected)) return 'stale'
        if (item) {
          this.destroy(operation, item)
          disk.write(item, content, operation.modifiedAt)
          return disk.entry(item)
        }
        const parentId = folderOf(operation)
        return disk.entry(
          disk.make(parentId, operation.name, 'file', content, operation.modifiedAt)
        )
      }
    }
  }

  /**
   * Reads the bytes of the other side, while another program may write. Returns null if they differ from the
   * plan.
   */
  private read(operation: Operation & { type: 'write' }): string | null {
    if (operation.hash !== operation.from.hash) return operation.hash
    const from = this[other(operation.side)]
    const item = from.expect(operation.from)
    if (!item) return null
    const half = item.content.slice(0, item.content.length / 2)
    this.hooks.whileReading?.(item)
    const content =
      item.version === operation.from.version
        ? item.content
        : half + item.content.slice(half.length)
    if (content !== operation.hash && this.hooks.plant !== 'torn write') return null
    this.bytes += content.length
    return content
  }

  /** Asserts that a destroyed version is agreed or kept. */
  private destroy({ key }: { key: string }, { content }: Item): void {
    const isAgreed = this.agreed.get(key)?.hash === content
    if (!isAgreed && !this.kept.has(content)) throw new Error(`lost: ${content}`)
    this.kept.add(content)
  }
}

const other = (side: SideName): SideName => (side === 'source' ? 'target' : 'source')
