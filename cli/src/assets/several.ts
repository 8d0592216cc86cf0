import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../api/client.js'
import { UsageError } from '../errors.js'
import { resolveAsset } from './resolve.js'

/**
 * Files and folders as typed by the user.
 * @throws CliError for the first that does not exist
 */
export async function resolveAssets(api: ApiClient, typed: readonly string[]): Promise<Asset[]> {
  const assets: Asset[] = []
  for (const one of typed) {
    const asset = await resolveAsset(api, one)
    if (!asset) throw new UsageError(`"${one}" is the top level, which cannot change.`)
    assets.push(asset)
  }
  return assets
}

/**
 * Changes all of them in one request, or none.
 * @returns the changed assets
 */
export function changeAll(
  api: ApiClient,
  action: 'trash' | 'restore' | 'move' | 'copy' | 'tag',
  assets: readonly Asset[],
  how: { parentId?: string | null; add?: string[]; remove?: string[] } = {}
): Promise<Asset[]> {
  const ids = assets.map(({ id }) => id)
  return api.post<Asset[]>('/api/assets/bulk', { action, ids, ...how })
}
