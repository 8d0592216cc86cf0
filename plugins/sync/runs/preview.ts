import { randomUUID } from 'node:crypto'
import { assetTrees } from '@crossdock/backend/assets'
import { plan as planOf, type PlanCounts, type SideName } from '@crossdock/sync-engine'
import type { DraftContract } from '../contracts/index.js'
import { SyncSide } from '../models/sync_side.js'
import { AssetEnd, namesOf } from './ends/asset_end.js'
import type { AnyEnd } from './ends/end.js'
import { ExternalEnd } from './ends/external_end.js'
import { rulesOf } from './rules.js'

/** Counts the operations of a first run of an unsaved contract, with the permissions of the caller. Writes nothing. */
export async function countFirstRun(
  draft: DraftContract
): Promise<{ needsAgent: boolean; counts: PlanCounts | null }> {
  const types = [draft.sourceType, draft.targetType]
  if (types.includes('local_folder')) return { needsAgent: true, counts: null }
  const ends = { source: await endOf(draft, 'source'), target: await endOf(draft, 'target') }
  try {
    const agreed = new Map()
    const plan = planOf({
      source: { ...(await ends.source.tree(agreed)), isRootThere: true },
      target: { ...(await ends.target.tree(agreed)), isRootThere: true },
      agreed,
      rules: { ...(await rulesOf(draft)), brake: null },
      released: null,
      resolutions: new Map(),
      held: new Set<string>(),
      newKey: randomUUID,
    })
    return { needsAgent: false, counts: plan.counts }
  } finally {
    for (const end of Object.values(ends)) if (end.kind === 'remote') await end.close()
  }
}

/** Opens an end of an unsaved contract. A missing asset folder counts as empty. */
async function endOf(draft: DraftContract, side: SideName): Promise<AnyEnd> {
  const { type, config } =
    side === 'source'
      ? { type: draft.sourceType, config: draft.sourceConfig }
      : { type: draft.targetType, config: draft.targetConfig }
  const row = new SyncSide().fill({ side, contractId: '', rootId: null })
  if (type === 'external_system') return new ExternalEnd(row, config.systemId ?? '', config.path)
  row.rootId = await assetTrees.use().findAt(namesOf(config.path))
  return new AssetEnd(row)
}
