import { notFound } from '@crossdock/kernel/http'
import { Share } from '../models/share.js'

/** A link of the tenant, locked until the transaction ends. @throws Problem 404 */
export async function lockShare(id: string): Promise<Share> {
  const share = await Share.query().where('id', id).forUpdate().first()
  if (share) return share
  throw notFound('There is no link with the id "{id}".', id)
}
