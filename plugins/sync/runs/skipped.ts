import { tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import type { SideName, Skipped } from '@crossdock/sync-engine'
import { mostSkipped } from '../contracts/index.js'
import type { AnyEnd } from './ends/end.js'

type Row = Pick<Skipped, 'side' | 'path' | 'kind' | 'reason' | 'detail'>

/** Keeps what the last plan left alone, in the caller's transaction. What is closed to the contract's person is not named. */
export async function replaceSkipped(
  contract_id: string,
  skipped: readonly Skipped[],
  ends: Record<SideName, AnyEnd>
): Promise<void> {
  const rows = skipped
    .filter(({ side, id }) => !isClosed(ends[side], id))
    .slice(0, mostSkipped)
    .map(({ side, path, kind, reason, detail }) => ({
      ...{ side, path, kind, reason, detail: detail.slice(0, 1_000) },
    }))
  const before: Row[] = await tenantTable<Row>('sync_skipped')
    .where({ contract_id })
    .orderBy('created_at')
    .orderBy('id')
    .select('side', 'path', 'kind', 'reason', 'detail')
  if (sameRows(before, rows)) return
  await tenantTable('sync_skipped').where({ contract_id }).delete()
  await tenantRows('sync_skipped').insertAll(rows.map((row) => ({ contract_id, ...row })))
}

const isClosed = (end: AnyEnd, id: string) => 'closed' in end && end.closed.has(id)

function sameRows(a: readonly Row[], b: readonly Row[]): boolean {
  if (a.length !== b.length) return false
  const print = ({ side, path, kind, reason, detail }: Row) =>
    JSON.stringify([side, path, kind, reason, detail])
  const known = new Set(a.map(print))
  return b.every((row) => known.has(print(row)))
}
