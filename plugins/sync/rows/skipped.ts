import { insertAll } from '@crossdock/kernel/tenancy'
import type { Skipped } from '@crossdock/sync-engine'
import { mostSkipped } from '../contracts/names.js'
import type { SyncContract } from '../models/sync_contract.js'
import { SyncSkipped } from '../models/sync_skipped.js'
import { setState } from './contract.js'

const atOnce = 500

type Named = Pick<Skipped, 'side' | 'path' | 'reason' | 'detail'>
const nameOf = ({ side, path, reason, detail }: Named) =>
  JSON.stringify([side, path, reason, detail])

/**
 * Stores the skipped entries of a pass, in a transaction that has locked the contract. Equal rows are kept, so
 * that a pass without changes writes nothing.
 */
export async function replaceSkipped(
  contract: SyncContract,
  skipped: readonly Skipped[]
): Promise<void> {
  const listed = new Map(skipped.slice(0, mostSkipped).map((one) => [nameOf(one), one]))
  const rows = await SyncSkipped.query().where('contract_id', contract.id)
  const gone: string[] = []
  for (const row of rows) if (!listed.delete(nameOf(row))) gone.push(row.id)
  for (let at = 0; at < gone.length; at += atOnce) {
    await SyncSkipped.query()
      .whereIn('id', gone.slice(at, at + atOnce))
      .delete()
  }
  const added = [...listed.values()].map(({ side, path, kind, reason, detail }) =>
    new SyncSkipped().fill({ contractId: contract.id, side, path, kind, reason, detail })
  )
  for (let at = 0; at < added.length; at += atOnce) await insertAll(added.slice(at, at + atOnce))
  await setState(contract, { figures: { skipped: skipped.length } })
}
