import type { Asset } from '@crossdock/client'
import { formatBytes, searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import { assetIcon, folderUrl, placeOf } from './model.js'

/** Files and folders for the command palette. */
export async function findAssets(
  query: string,
  api: Api,
  signal: AbortSignal
): Promise<SearchHit[]> {
  const found = await searchList<Asset>(api, 'assets', query, signal)
  return found.map((asset) => ({
    id: asset.id,
    label: asset.name,
    detail: detailOf(asset),
    icon: assetIcon(asset),
    to: folderUrl(asset.id),
  }))
}

/** The location, which distinguishes files with the same name. */
const detailOf = ({ type, size, path }: Asset): string | undefined =>
  [placeOf(path), type === 'file' && formatBytes(size)].filter(Boolean).join(' · ') || undefined
