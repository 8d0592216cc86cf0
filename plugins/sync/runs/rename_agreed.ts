import { change } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import type { SideName } from '@crossdock/sync-engine'

/**
 * Updates the ids of entries below a moved folder, at an end that uses paths as ids. Runs in the caller's
 * transaction.
 */
export async function renameAgreed(
  contractId: string,
  side: SideName,
  from: string,
  to: string
): Promise<void> {
  if (from === to) return
  await rename('sync_agreed', `${side}_id`, '', [], { contractId, from, to })
  for (const column of ['parent_id', 'entry_id'])
    await rename('sync_entries', column, 'and side = ?', [side], { contractId, from, to })
}

interface Renaming {
  contractId: string
  from: string
  to: string
}

async function rename(
  table: string,
  column: string,
  where: string,
  values: readonly string[],
  { contractId, from, to }: Renaming
): Promise<void> {
  // The databases count characters, but JavaScript counts UTF-16 units.
  const length = [...from].length
  await change(
    `update ${table} set ${column} = ? || substr(${column}, ?)
     where tenant_id = ? and contract_id = ? ${where} and (${column} = ? or substr(${column}, 1, ?) = ?)`,
    [to, length + 1, currentTenantId(), contractId, ...values, from, length + 1, `${from}/`]
  )
}
