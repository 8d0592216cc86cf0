import type { Asset } from '@crossdock/client'
import type { ApiClient, ListQuery } from '../../api/client.js'
import { assetColumns } from '../../assets/columns.js'
import { resolveFolder } from '../../assets/resolve.js'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { noteTruncation, wholeNumber } from '../../output/limit.js'

const MOST = 1000

export interface SearchOptions {
  tag?: string[]
  in?: string
  type?: string
  limit: string
}

/** Finds files and folders in all folders by words in their names, tags and metadata. */
export async function searchAssets(
  factory: Factory,
  words: string[],
  { tag, in: within, type, limit: typed }: SearchOptions
): Promise<void> {
  const limit = wholeNumber('--limit', typed, MOST)
  const search = words.join(' ').trim()
  if (search === '' && tag === undefined) {
    throw new UsageError('There is no search term.', 'Give words, or a --tag.')
  }
  const api = await factory.api()
  const folder = within === undefined ? null : await resolveFolder(api, within)
  const list: ListQuery = {
    filter: { search: search || undefined, tag, type },
    sort: ['name', 'ASC'],
  }
  const { rows, total } = folder
    ? await below(api, folder, list, limit)
    : await api.page<Asset>('/api/assets', list, 0, limit)
  await factory.printList(
    rows,
    assetColumns(({ path }) => path),
    'No matches.'
  )
  noteTruncation(factory, rows.length, total, 'files and folders')
}

/** The server searches everywhere. This filters the results to those below the folder, at any depth. */
async function below(api: ApiClient, { path }: Asset, list: ListQuery, limit: number) {
  const rows: Asset[] = []
  for await (const asset of api.rows<Asset>('/api/assets', list)) {
    if (!asset.path.startsWith(`${path}/`)) continue
    if (rows.length === limit) return { rows, total: limit + 1 }
    rows.push(asset)
  }
  return { rows, total: rows.length }
}
