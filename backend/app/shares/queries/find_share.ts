import { assetLibrary } from '@crossdock/backend/assets'
import { notFound } from '@crossdock/kernel/http'
import { currentContext } from '@crossdock/kernel/tenancy'
import { Share } from '../models/share.js'

/**
 * A link of the tenant, locked until the transaction ends: one's own, or to what is open to whoever asks.
 * @throws Problem 404
 */
export async function lockShare(id: string): Promise<Share> {
  const share = await Share.query().where('id', id).forUpdate().first()
  if (share && (await isSeen(share))) return share
  throw notFound('There is no link with the id "{id}".', id)
}

async function isSeen({ createdBy, assetId }: Share): Promise<boolean> {
  if (createdBy === currentContext().actor.userId) return true
  return !(await assetLibrary.use().closed([assetId])).has(assetId)
}
