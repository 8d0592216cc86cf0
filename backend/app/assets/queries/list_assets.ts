import {
  paginate,
  searchedByWords,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { Problem, text } from '@crossdock/kernel/ground'
import { closedFolders } from '../folder_permissions/closed.js'
import { Asset } from '../models/asset.js'
import { mostTags } from '../tag.js'
import { filterByMetadata, filterByVisit, filterByStar, filterByTags } from './asset_filters.js'
import { findFolder } from './find_folder.js'
import { listedIn } from '../tree/lineage.js'
import { closedValues, openFolderSql } from '../folder_permissions/outside_closed.js'
import { leaveOutTrashed } from './outside_trash.js'
import { noteFoldersIn } from './with_folders.js'

export const assetList: ListDefinition = {
  resource: 'assets',
  filters: {
    parentId: 'id',
    type: ['folder', 'file'],
    search: 'text',
    trashed: 'boolean',
    tag: 'texts',
    metadata: 'values',
    starred: 'boolean',
    recent: 'boolean',
  },
  sorts: {
    name: 'name_key',
    size: 'size',
    type: 'type',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    fileModifiedAt: 'modified_key',
    trashedAt: 'trashed_at',
    visitedAt: 'visited_at',
  },
  defaultSort: ['name', 'asc'],
  aliases: { parent: 'parentId' },
}

const mostKeys = 20

/** Filters that keep the list within one folder; any other searches all folders. */
const places = ['parentId', 'type']

/**
 * Lists one folder. Without a parent it is the top level, unless the request has a search, a filter, ids or the trash:
 * those look in all folders.
 */
export async function listAssets(list: ListRequest): Promise<Page<Row<Asset>>> {
  const { parentId, trashed, starred: isStarred, recent: isRecent, ...rest } = list.filter
  assertFew(rest)
  const everywhere =
    [trashed, isStarred, isRecent].includes(true) ||
    Object.keys(rest).some((name) => !places.includes(name))
  if (list.sort.field === 'visitedAt' && isRecent !== true) throw unvisited()
  const inFolder = parentId !== undefined || !everywhere
  const isOneFolder = typeof parentId === 'string' && trashed !== true
  const folder = isOneFolder ? await findFolder(parentId, 'read') : undefined
  const query = Asset.query()
  const closed = [...(await closedFolders('read'))]
  if (trashed === true) query.whereNotNull('trashed_at').whereNull('purged_at')
  else query.whereNull('trashed_at')
  if (Array.isArray(parentId)) query.whereIn('parent_key', parentId)
  else if (inFolder) query.where('parent_key', String(parentId ?? ''))
  // `findFolder` has checked a single folder for closed folders and trash above it.
  const isFolderChecked = inFolder && !Array.isArray(parentId) && trashed !== true
  if (!isFolderChecked && trashed !== true) await leaveOutTrashed(query)
  if (closed.length > 0) {
    query.whereNotIn('assets.id', closed)
    if (!isFolderChecked) query.whereRaw(openFolderSql(), closedValues(closed))
  }
  // Last, because its join adds a column for sorting.
  const filter = {
    ...rest,
    ...(isStarred === true && { starred: true }),
    ...(isRecent === true && { recent: true }),
  }
  const page = await paginate(
    query,
    assetList,
    { ...list, filter },
    {
      search: searchedByWords('assets', 'name', 'words'),
      tag: filterByTags,
      metadata: filterByMetadata,
      starred: filterByStar,
      recent: filterByVisit,
    }
  )
  if (folder) listedIn.set(page.rows, folder)
  if (rest.type === 'folder' && trashed !== true) await noteFoldersIn(page.rows)
  return page
}

/** Limits the filters, because each one costs an index lookup. @throws Problem 400 */
function assertFew({ tag, ...rest }: ListRequest['filter']): void {
  const keys = Object.keys(rest).filter((name) => name.startsWith('metadata.'))
  if (keys.length <= mostKeys && (!Array.isArray(tag) || tag.length <= mostTags)) return
  const most = { mostTags, mostKeys }
  throw new Problem(
    400,
    'E_LIST',
    text('Filter a list by at most {mostTags} tags and {mostKeys} metadata keys.', most)
  )
}

const unvisited = () =>
  new Problem(400, 'E_LIST', text('Only a list with recent=true can be sorted by "visitedAt".'))
