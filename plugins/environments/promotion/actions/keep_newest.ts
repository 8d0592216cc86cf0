import { tenantTable } from '@crossdock/kernel/tenancy'
import { Promotion } from '../models/promotion.js'

/** So many promotions of a target stay; who needs the way back of an older one has long gone on. */
const kept = 200
const atOnce = 500

/** Forgets the oldest promotions into an environment, in the transaction that adds one. */
export async function keepNewest(targetId: string): Promise<void> {
  const older = await Promotion.query()
    .where('target_id', targetId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(atOnce)
    .select('id')
  if (older.length === 0) return
  await tenantTable(Promotion.table)
    .whereIn(
      'id',
      older.map(({ id }) => id)
    )
    .delete()
}
