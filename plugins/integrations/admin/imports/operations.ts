import type { ImportOperation } from '@crossdock/client'

/** What an operation is to the person who chooses. */
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

/** In the order of their first operations. */
export function groupsOf(operations: readonly ImportOperation[]): Group[] {
  const groups = Map.groupBy(operations, ({ group }) => group)
  return [...groups].map(([name, all]) => ({ name, operations: all }))
}

/** Those that are shown: of the chosen state, with the text in what people read of them. */
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

/** The set with these keys, or without them. */
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
