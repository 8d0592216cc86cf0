import {
  paginate,
  searched,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/http'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { givenIds } from './given_ids.js'
import { findFolder } from './find_folder.js'

export const assetList: ListDefinition = {
  resource: 'assets',
  filters: { parentId: 'id', type: ['folder', 'file'], search: 'text', trashed: 'boolean' },
  sorts: {
    name: 'name',
    size: 'size',
    type: 'type',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    trashedAt: 'trashed_at',
  },
  defaultSort: ['name', 'asc'],
  aliases: { parent: 'parentId' },
}

/**
 * One folder's list. Without a parent it is the top level, unless something is searched for, ids
 * are named or the trash is asked for: those look everywhere.
 */
export async function listAssets(list: ListRequest): Promise<Page<Row<Asset>>> {
  const { parentId, search, id, trashed } = list.filter
  const everywhere = search !== undefined || id !== undefined || trashed === true
  const inFolder = parentId !== undefined || !everywhere
  if (typeof parentId === 'string' && trashed !== true) await findFolder(parentId, 'read')
  const query = Asset.query()
  const closed = [...(await closedFolders('read'))]
  if (trashed === true) query.whereNotNull('trashed_at').whereNull('purged_at')
  else query.whereNull('trashed_at')
  if (Array.isArray(parentId)) query.whereIn('parent_key', parentId)
  else if (inFolder) query.where('parent_key', parentId ?? '')
  else if (trashed !== true) query.whereRaw(outsideTrashedFolders, [currentTenantId()])
  if (closed.length > 0) {
    query.whereNotIn('id', closed)
    if (!inFolder || Array.isArray(parentId)) query.whereRaw(outsideOf(), given(closed))
  }
  return await paginate(query, assetList, list, {
    parentId: () => undefined,
    trashed: () => undefined,
    search: searched('assets', 'name'),
  })
}

/** As far as the caller may look into its folder; the folders themselves, of many parents, among them. */
const outsideOf = () => `(parent_id is null or parent_id not in (
  with recursive shut(id) as (
    ${givenIds()}
    union
    select below.id from assets below join shut on below.parent_id = shut.id
    where below.tenant_id = ? and below.type = 'folder'
  )
  select id from shut
))`

const given = (closed: readonly string[]) => [JSON.stringify(closed), currentTenantId()]

/** What lies below a folder in the trash has no mark of its own. */
const outsideTrashedFolders = `(parent_id is null or parent_id not in (
  with recursive hidden(id) as (
    select id from assets where tenant_id = ? and trashed_at is not null and type = 'folder'
    union
    select below.id from assets below join hidden on below.parent_id = hidden.id
    where below.type = 'folder'
  )
  select id from hidden
))`
