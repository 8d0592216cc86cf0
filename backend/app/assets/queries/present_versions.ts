import { ask } from '@crossdock/kernel/database'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { givenAssets } from '../tree/given_ids.js'

export interface PresentVersion {
  id: string
  assetId: string
  contentId: string
}

/** The current versions of files, by file id. */
export async function presentVersions(
  ids: readonly string[]
): Promise<ReadonlyMap<string, PresentVersion>> {
  if (ids.length === 0) return new Map()
  const found = await ask<PresentVersion>(
    `select present.id, asset_id as "assetId", content_id as "contentId" from ${givenAssets()}
     where present.id is not null`,
    [JSON.stringify(ids), currentTenantId()]
  )
  return new Map(found.map((version) => [version.assetId, version]))
}
