import { assetTrees } from '@crossdock/backend/assets'
import { otherSide, type Brake, type Rules, type SideName } from '@crossdock/sync-engine'
import type { DraftContract } from '../contracts/index.js'

/** Returns the end that "local" means in the options for conflicts. */
const localSide = ({ sourceType, targetType }: DraftContract): SideName =>
  targetType === 'local_folder' && sourceType !== 'local_folder' ? 'target' : 'source'

/** Returns the rules of a contract for the planner, with the permissions of the context. */
export async function rulesOf(contract: DraftContract): Promise<Rules> {
  const { syncRules: rules, sourceType, targetType } = contract
  const hasAssets = sourceType === 'asset_folder' || targetType === 'asset_folder'
  return {
    direction: rules.bidirectional ? 'both' : 'forward',
    deletes: rules.deletes,
    conflicts: winner(contract),
    fileTypes: rules.fileTypes,
    excludePatterns: rules.excludePatterns,
    folders: rules.folders,
    maxFileBytes: hasAssets ? await assetTrees.use().mostBytes() : null,
    brake: brakeOf(rules),
  }
}

function winner(contract: DraftContract): Rules['conflicts'] {
  const local = localSide(contract)
  switch (contract.conflictResolution) {
    case 'local_wins':
      return local
    case 'remote_wins':
      return otherSide(local)
    case 'timestamp':
      return 'newest'
    case 'manual':
      return 'manual'
  }
}

function brakeOf({ maxDeletions, maxDeletionPercent }: DraftContract['syncRules']): Brake | null {
  if (maxDeletions === null) return null
  const limit = { count: maxDeletions, percent: maxDeletionPercent }
  return { deletions: limit, changes: limit }
}
