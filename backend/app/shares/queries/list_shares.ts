import { assetLibrary } from '@crossdock/backend/assets'
import {
  paginate,
  searchIn,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { currentContext } from '@crossdock/kernel/tenancy'
import { Share, shareStatuses } from '../models/share.js'
import { inStatus } from './status.js'

export const shareList: ListDefinition = {
  resource: 'shares',
  filters: {
    assetId: 'id',
    kind: ['download', 'upload'],
    status: shareStatuses,
    createdBy: 'id',
    search: 'text',
  },
  sorts: {
    name: 'name',
    createdAt: 'created_at',
    expiresAt: 'expires_at',
    lastUsedAt: 'last_used_at',
    downloads: 'downloads',
  },
  defaultSort: ['createdAt', 'desc'],
}

/** A page of the tenant's links, including ended ones: the caller's own, and those to assets the caller can open. */
export async function listShares(list: ListRequest): Promise<Page<Row<Share>>> {
  const query = Share.query()
  const open = await assetLibrary.use().openCondition('shares.asset_id')
  if (open) {
    const { userId } = currentContext().actor
    query.where((seen) => {
      seen.whereRaw(open.sql, open.values)
      if (userId) seen.orWhere('created_by', userId)
    })
  }
  return paginate(query, shareList, list, {
    search: searchIn('name', 'message'),
    status: inStatus,
  })
}
