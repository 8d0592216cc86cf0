import { tenantTable } from '@crossdock/kernel/tenancy'
import { promotedKinds } from '../../contracts/index.js'
import { Counterpart } from '../models/counterpart.js'
import { idsThere, pairsBetween, type Direction } from '../queries/match.js'

const table = Counterpart.table

interface Pair {
  sourceId: string
  targetId: string
}

/** Stores two rows as counterparts. Removes earlier pairs of either row between these environments. */
export async function pairRows(
  kind: string,
  { sourceId: from, targetId: to }: Direction,
  { sourceId, targetId }: Pair
): Promise<void> {
  const [known] = await pairsBetween(kind, { sourceId: from, targetId: to }, 'source', [sourceId])
  if (known?.[1] === targetId) return
  await removePairs([sourceId], to)
  await removePairs([targetId], from)
  await Counterpart.create({
    kind,
    sourceId,
    targetId,
    sourceEnvironmentId: from,
    targetEnvironmentId: to,
  })
}

/** Removes the pairs of rows with their counterparts in one environment. */
async function removePairs(ids: readonly string[], environmentId: string): Promise<void> {
  const forward = { target_environment_id: environmentId }
  const back = { source_environment_id: environmentId }
  await tenantTable(table)
    .where(forward)
    .whereIn('source_id', [...ids])
    .delete()
  await tenantTable(table)
    .where(back)
    .whereIn('target_id', [...ids])
    .delete()
}

/** Removes the pair of two rows. */
export async function unpairRows(
  kind: string,
  { sourceId: from, targetId: to }: Direction,
  { sourceId, targetId }: Pair
): Promise<void> {
  const there = { source_environment_id: from, target_environment_id: to }
  const back = { source_environment_id: to, target_environment_id: from }
  await tenantTable(table)
    .where({ kind, source_id: sourceId, target_id: targetId, ...there })
    .delete()
  await tenantTable(table)
    .where({ kind, source_id: targetId, target_id: sourceId, ...back })
    .delete()
}

/** Removes pairs of which either row was deleted; no other code removes them. Runs in the target environment. */
export async function removeGonePairs(direction: Direction): Promise<void> {
  for (const [name, kind] of promotedKinds.entries()) {
    const pairs = await pairsBetween(name, direction, 'target')
    const [from, to] = [pairs.map(([source]) => source), pairs.map(([, target]) => target)]
    const sources = await idsThere(kind, from, direction.sourceId)
    const targets = await idsThere(kind, to, direction.targetId)
    const gone = pairs
      .filter(([source, target]) => !sources.has(source) || !targets.has(target))
      .map(([source]) => source)
    if (gone.length > 0) await removePairs(gone, direction.targetId)
  }
}
