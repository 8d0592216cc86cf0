import { transaction } from '@crossdock/kernel/database'
import { changedSinceRead, namesTag } from '@crossdock/kernel/http'
import type { Asset } from '../models/asset.js'
import { lockLiveAsset } from '../queries/find_asset.js'
import { findVersion } from '../queries/find_version.js'
import { lockQuota } from '../storage_quota.js'
import { addVersion, type NewVersion } from './add_version.js'

/**
 * Replaces the bytes of a file with a new version.
 * @param ifMatch header with ETags from `GET …/content`; one must match the present content
 * @throws Problem 404, 409 for a folder or in the trash, 412 when the content has changed
 */
export function replaceContent(
  id: string,
  ifMatch: string | undefined,
  version: NewVersion
): Promise<Asset> {
  return transaction(async () => {
    await lockQuota(version.content.size)
    const { asset, path } = await lockLiveAsset(id)
    await assertUnchanged(asset, ifMatch)
    const names = path.slice(0, -1).map(({ name }) => name)
    await addVersion(asset, names, version)
    return asset
  })
}

/** @throws Problem 409 for a folder, 412 */
export async function assertUnchanged(asset: Asset, ifMatch: string | undefined): Promise<void> {
  const { contentId } = await findVersion(asset)
  if (ifMatch !== undefined && !namesTag(ifMatch, `"${contentId}"`)) throw changedSinceRead()
}
