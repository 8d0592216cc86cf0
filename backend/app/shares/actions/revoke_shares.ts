import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { shareRevoked } from '../event_types.js'
import { keptUntil } from '../lifetime.js'
import type { Share } from '../models/share.js'
import { lockShare } from '../queries/find_share.js'

/**
 * Revokes links permanently; if one fails, none is revoked. Running downloads end. The links stay in the inventory.
 * @throws Problem 404
 */
export function revokeShares(ids: readonly string[]): Promise<Share[]> {
  return transaction(async () => {
    const revoked = new Map<string, Share>()
    // The order of ids prevents deadlocks between concurrent calls.
    for (const id of [...new Set(ids)].sort()) revoked.set(id, await revoke(id))
    return [...new Set(ids)].map((id) => revoked.get(id)!)
  })
}

async function revoke(id: string): Promise<Share> {
  const share = await lockShare(id)
  if (share.revokedAt !== null) return share
  const time = now()
  await share.merge({ revokedAt: time, keptUntil: keptUntil(time), sealedToken: null }).save()
  const { assetId, name, kind } = share
  await recordEvent(shareRevoked, {
    target: { type: 'share', id },
    payload: { assetId, name, kind },
  })
  return share
}
