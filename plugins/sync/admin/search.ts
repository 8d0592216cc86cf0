import { searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import type { SyncContract } from './model.js'
import { contractPath } from './paths.js'

/** Sync contracts for the command palette. */
export async function findContracts(
  query: string,
  api: Api,
  signal: AbortSignal
): Promise<SearchHit[]> {
  const found = await searchList<SyncContract>(api, 'sync-contracts', query, signal)
  return found.map((contract) => ({
    id: contract.id,
    label: contract.name,
    detail: contract.sides.source.path,
    to: contractPath(contract),
  }))
}
