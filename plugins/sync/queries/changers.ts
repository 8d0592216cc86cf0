import { agentDirectory } from '@crossdock/agents/contracts'
import { assetTrees } from '@crossdock/backend/assets'
import { personNames } from '@crossdock/backend/users'
import { systemAccess } from '@crossdock/integrations/contracts'
import type { SideName } from '@crossdock/sync-engine'
import { sides } from '../contracts/names.js'
import type { ConflictVersion } from '../models/sync_conflict.js'
import type { SyncContract } from '../models/sync_contract.js'

interface Versions extends Record<SideName, ConflictVersion | null> {
  contractId: string
}

/**
 * Finds who made the versions of conflicts: the person of an asset's version, otherwise the agent or system.
 * @returns a function that returns the name; null if unknown
 */
export async function changersOf(
  contracts: readonly SyncContract[],
  conflicts: readonly Versions[]
): Promise<(conflict: Versions, side: SideName) => string | null> {
  const known = new Map(contracts.map((contract) => [contract.id, contract]))
  const endOf = ({ contractId }: Versions, side: SideName) => known.get(contractId)?.endOf(side)
  const assets = conflicts.flatMap((conflict) =>
    sides.flatMap((side) => {
      const { id, hash } = conflict[side] ?? {}
      return id && hash && endOf(conflict, side)?.type === 'asset_folder' ? [{ id, hash }] : []
    })
  )
  const uploaderOf = await assetTrees.use().uploaders(assets)
  const personOf = await personNames(assets.map(({ id, hash }) => uploaderOf(id, hash)))
  const ends = contracts.flatMap((contract) => sides.map((side) => contract.endOf(side)))
  const names = new Map<string, string>()
  for (const [directory, ids] of [
    [agentDirectory.use(), ends.map(({ agentId }) => agentId)],
    [systemAccess.use(), ends.map(({ systemId }) => systemId)],
  ] as const) {
    const some = [...new Set(ids)].filter((id) => id !== null)
    if (some.length > 0) for (const { id, name } of await directory.named(some)) names.set(id, name)
  }
  return (conflict, side) => {
    const version = conflict[side]
    const end = endOf(conflict, side)
    if (!version || !end) return null
    if (end.type !== 'asset_folder') return names.get(end.agentId ?? end.systemId ?? '') ?? null
    return version.hash ? personOf(uploaderOf(version.id, version.hash)) : null
  }
}
