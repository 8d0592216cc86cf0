import { assetLibrary } from '@crossdock/backend/assets'
import { notFound } from '@crossdock/kernel/ground'
import { currentContext } from '@crossdock/kernel/tenancy'
import { Share } from '../models/share.js'

/**
 * A link of the tenant, locked until the transaction ends: the caller's own, or one to an asset the caller can open.
 * @throws Problem 404
 */
export async function lockShare(id: string): Promise<Share> {
  const share = await Share.query().where('id', id).forUpdate().first()
  if (share && (await isSeen(share))) return share
  throw notFound('There is no link with the id "{id}".', id)
}

async function isSeen({ createdBy, assetId }: Share): Promise<boolean> {
  if (createdBy === currentContext().actor.userId) return true
  return !(await assetLibrary.use().findClosed([assetId])).has(assetId)
}
