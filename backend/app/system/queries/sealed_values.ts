import { ask, dialect } from '@crossdock/kernel/database'
import { keysIn, sealedColumns } from '@crossdock/kernel/secrets'

/** Maximum number of rows read per column. */
const most = 5_000

/** How many values each key has sealed. */
export interface KeyUse {
  byKey: Map<string, number>
  /** Whether there are more rows than were read. */
  isCut: boolean
}

/** Counts the sealed values of all tenants by their keys, in operator scope. */
export async function countSealed(): Promise<KeyUse> {
  const byKey = new Map<string, number>()
  let isCut = false
  for (const [, { table, column }] of sealedColumns.entries()) {
    const text = dialect() === 'postgres' ? `${column}::text` : column
    const rows = await ask<{ sealed: string }>(
      `select ${text} as sealed from ${table} where ${text} like '%s1.%' limit ${most + 1}`,
      []
    )
    if (rows.length > most) isCut = true
    for (const { sealed } of rows.slice(0, most)) {
      for (const id of keysIn(sealed)) byKey.set(id, (byKey.get(id) ?? 0) + 1)
    }
  }
  return { byKey, isCut }
}
