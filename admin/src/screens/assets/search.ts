import type { Asset } from '@crossdock/client'
import { formatBytes, searchList, type Api, type SearchHit } from '@crossdock/admin/kit'
import { assetIcon, folderUrl } from './model.js'

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
    detail: asset.type === 'file' ? formatBytes(asset.size) : undefined,
    icon: assetIcon(asset),
    to: folderUrl(asset.id),
  }))
}
