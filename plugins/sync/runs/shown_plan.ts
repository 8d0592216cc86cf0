import { clock } from '@crossdock/kernel/database'
import type { Plan, PlannedOperation, SideName, Tree } from '@crossdock/sync-engine'
import type { PlannedRow, ShownPlan } from '../contracts/index.js'

const mostShown = 500

/** Converts a plan into the form that people see. */
export function shownPlan(plan: Plan, trees: Record<SideName, Tree>): ShownPlan {
  const { stop, counts } = plan
  const rows = plan.operations.flatMap((operation) => rowOf(operation, trees) ?? [])
  const madeAt = clock.date().toISOString()
  const operations = rows.slice(0, mostShown)
  return { state: 'ready', madeAt, stop, counts, operations, total: rows.length }
}

/** Converts a step into a row. A step without a visible effect has no row. */
function rowOf(operation: PlannedOperation, trees: Record<SideName, Tree>): PlannedRow | undefined {
  const { type, path } = operation
  switch (type) {
    case 'makeFolder':
      return { type, side: operation.side, path, size: 0, bytes: 0 }
    case 'write': {
      const { side, size, expected } = operation
      return { type: expected ? 'change' : 'create', side, path, size, bytes: size }
    }
    case 'move': {
      const { side, expected } = operation
      const fromPath = pathIn(trees[side], expected.id)
      const size = trees[side].entries.get(expected.id)?.size ?? 0
      return { type, side, path, fromPath, size, bytes: 0 }
    }
    case 'remove': {
      const { side, expected } = operation
      const size = trees[side].entries.get(expected.id)?.size ?? 0
      return { type: 'delete', side, path, size, bytes: 0 }
    }
    case 'conflict':
      return { type, side: 'source', path, size: 0, bytes: 0 }
    default:
      return undefined
  }
}

const deepest = 1_000

/** Returns the path of an entry in a tree, joined with slashes. */
function pathIn({ entries }: Tree, id: string): string {
  const names: string[] = []
  let entry = entries.get(id)
  while (entry && names.length < deepest) {
    names.unshift(entry.name)
    entry = entry.parentId === null ? undefined : entries.get(entry.parentId)
  }
  return names.join('/')
}
