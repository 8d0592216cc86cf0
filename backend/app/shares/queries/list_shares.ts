import {
  paginate,
  searchIn,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/http'
import { Share } from '../models/share.js'
import { inStatus, shareStatuses } from './status.js'

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

/** A page of the tenant's links, ended ones included. */
export const listShares = (list: ListRequest): Promise<Page<Row<Share>>> =>
  paginate(Share.query(), shareList, list, {
    search: searchIn('name', 'message'),
    status: inStatus,
  })
