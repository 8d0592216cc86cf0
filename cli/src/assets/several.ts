import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { UsageError } from '../errors.js'
import { resolveAsset } from './resolve.js'

/** Files and folders as somebody named them. @throws CliError for the first that is not there */
export async function resolveAssets(api: ApiClient, typed: readonly string[]): Promise<Asset[]> {
  const assets: Asset[] = []
  for (const one of typed) {
    const asset = await resolveAsset(api, one)
    if (!asset) throw new UsageError(`"${one}" is the top level, which stays where it is.`)
    assets.push(asset)
  }
  return assets
}

/** One request: done to all of them, or to none. @returns them as they are now */
export function changeAll(
  api: ApiClient,
  action: 'trash' | 'restore' | 'move' | 'copy' | 'tag',
  assets: readonly Asset[],
  how: { parentId?: string | null; add?: string[]; remove?: string[] } = {}
): Promise<Asset[]> {
  const ids = assets.map(({ id }) => id)
  return api.post<Asset[]>('/api/assets/bulk', { action, ids, ...how })
}
