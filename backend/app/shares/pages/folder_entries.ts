import { assetVisits, type AllBelow, type Below, type VisitOrder } from '@crossdock/backend/assets'
import { fold } from '@crossdock/kernel/lists'
import { perPage, rowsOf, type Entries } from './folder_view.js'
import type { FolderQuery } from '../validators/share.js'

/** Maximum of files and folders to read for one page of a folder. */
export const mostWalked = 5_000

type Found = Pick<Entries, 'rows' | 'total'>

const orders: Record<NonNullable<FolderQuery['sort']>, VisitOrder> = {
  name: { field: 'name', direction: 'asc' },
  newest: { field: 'fileModifiedAt', direction: 'desc' },
  largest: { field: 'size', direction: 'desc' },
}

/** A page of the contents of a folder. */
export async function listFolder(
  folderId: string,
  { page = 1, sort = 'name' }: FolderQuery
): Promise<Found> {
  const offset = (page - 1) * perPage
  const list = { offset, limit: perPage, order: orders[sort] }
  const entries = await assetVisits.use().list(folderId, list)
  return { rows: rowsOf(entries), total: entries.total }
}

/** A page of the entries below a folder whose names contain all words. */
export function searchFolder(
  { entries }: AllBelow,
  { search = '', page = 1, sort = 'name' }: FolderQuery
): Found {
  const words = fold(search).split(/\s+/).filter(Boolean)
  const all = entries.filter(({ name }) => words.every((word) => fold(name).includes(word)))
  const { field, direction } = orders[sort]
  const sign = direction === 'asc' ? 1 : -1
  const sorted = all.sort((a, b) => foldersFirst(a, b) || sign * compared[field](a, b))
  const first = (page - 1) * perPage
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  const rows = sorted
    .slice(first, first + perPage)
    .map((entry) => ({ ...entry, folders: foldersOf(entry, byId) }))
  return { rows, total: all.length }
}

const foldersFirst = (a: Below, b: Below): number =>
  Number(b.type === 'folder') - Number(a.type === 'folder')

const compared: Record<VisitOrder['field'], (a: Below, b: Below) => number> = {
  name: (a, b) => a.name.localeCompare(b.name),
  size: (a, b) => a.size - b.size,
  fileModifiedAt: (a, b) => a.changedAt.localeCompare(b.changedAt),
}

/** Names of the folders between the shown folder and an entry. */
function foldersOf({ parentId }: Below, byId: ReadonlyMap<string, Below>): string[] {
  const names: string[] = []
  for (let above = byId.get(parentId); above; above = byId.get(above.parentId)) {
    names.unshift(above.name)
  }
  return names
}
