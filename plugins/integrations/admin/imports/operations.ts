import type { ImportOperation } from '@crossdock/client'

/** look: a person should check the operation. blocked: it cannot be imported. */
export const states = ['ready', 'look', 'blocked'] as const
export type State = (typeof states)[number]

export function stateOf({ canImport, findings }: ImportOperation): State {
  if (!canImport) return 'blocked'
  return findings.some(({ level }) => level === 'look') ? 'look' : 'ready'
}

export interface Group {
  name: string
  operations: ImportOperation[]
}

/** Groups operations. Groups are in the order of their first operations. */
export function groupsOf(operations: readonly ImportOperation[]): Group[] {
  const groups = Map.groupBy(operations, ({ group }) => group)
  return [...groups].map(([name, all]) => ({ name, operations: all }))
}

/** The operations that have the selected state and match the search text. */
export function shownOf(
  operations: readonly ImportOperation[],
  search: string,
  state: State | undefined
): ImportOperation[] {
  const sought = search.trim().toLowerCase()
  return operations.filter((operation) => {
    const { key, name, method, path } = operation
    const fits = `${method} ${path} ${name} ${key}`.toLowerCase().includes(sought)
    return fits && (state === undefined || stateOf(operation) === state)
  })
}

/** A copy of the set with these keys added or removed. */
export function toggled(
  chosen: ReadonlySet<string>,
  keys: readonly string[],
  on: boolean
): Set<string> {
  const next = new Set(chosen)
  for (const key of keys) {
    if (on) next.add(key)
    else next.delete(key)
  }
  return next
}
