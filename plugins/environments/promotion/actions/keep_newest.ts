import { tenantTable } from '@crossdock/kernel/tenancy'
import { Promotion } from '../models/promotion.js'

/** Number of promotions kept for each target. Older ones are unlikely to be undone. */
const kept = 200
const atOnce = 500

/** Deletes the oldest promotions into an environment, in the transaction that adds one. */
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
